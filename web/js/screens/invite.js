/** Inviting: the code, copying it or the link, sharing, the QR code. */

import { spacedCode, spelledCode } from '../core/code.js';
import { address } from '../net/api.js';
import { button } from '../ui/button.js';
import { copyText } from '../ui/copy.js';
import { el, show, t, tx } from '../ui/dom.js';
import { later } from '../ui/later.js';

/** @typedef {import('../page.js').Page} Page */

const SHOWN = 2000;

/** @param {Page} page @param {string} code */
export function inviteBox(page, code) {
  const link = address(code);
  const big = el('p', { class: 'big-code code', role: 'img', label: 'lobby.code.spelled', params: { code: spelledCode(code) }, text: spacedCode(code) });
  const field = el('input', { class: 'input', type: 'text', value: link, label: 'lobby.link', attrs: { readonly: '' }, hidden: true });
  const failed = el('p', { class: 'hint', t: 'error.copyFailed', hidden: true });
  const share = button('lobby.share', () => void shareLink(page, link), { name: 'share' });
  show(share, typeof navigator.share === 'function');
  const fallback = (/** @type {string} */ text) => {
    field.value = text;
    show(field, true);
    show(failed, true);
    field.focus();
    field.select();
  };
  return el('div', { class: 'invite' },
    big,
    el('div', { class: 'row' },
      copyButton(page, 'lobby.copyLink', link, 'lobby.linkCopied', 'copy-link', fallback),
      copyButton(page, 'lobby.copyCode', code, 'lobby.codeCopied', 'copy-code', fallback),
      share,
      button('lobby.qr', later(() => import('../ui/qr.js'), ({ qrSheet }) => qrSheet(link, 'qr.title')), { name: 'qr' })),
    field, failed);
}

/**
 * @param {Page} page @param {string} label @param {string} text @param {string} done @param {string} name
 * @param {(text: string) => void} fallback
 */
function copyButton(page, label, text, done, name, fallback) {
  const node = button(label, async () => {
    const isCopied = await copyText(text);
    node.dataset.state = isCopied ? 'copied' : 'failed';
    if (!isCopied) return fallback(text);
    page.tell(done, {}, false);
    tx(node, 'lobby.copied');
    setTimeout(() => {
      node.dataset.state = 'idle';
      tx(node, label);
    }, SHOWN);
  }, { name, kind: name === 'copy-link' ? 'primary' : 'plain' });
  node.dataset.state = 'idle';
  return node;
}

/** @param {Page} page @param {string} link */
async function shareLink(page, link) {
  try {
    await navigator.share({ title: 'Banqi', text: t('lobby.shareText'), url: link });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) page.tell('error.share');
  }
}

/** Does the page's address only work on this computer? */
export function isLoopback() {
  return ['localhost', '127.0.0.1', '[::1]', '::1'].includes(location.hostname);
}
