/** Native dialogs as sheets: heading, body, foot; Escape and the close button give focus back. */

import { el } from './dom.js';
import { iconButton } from './button.js';
import { icon } from './icons.js';

let count = 0;

/**
 * Opens a modal sheet in the place of one that is open. The sheet is removed when it closes.
 * @param {string} title  key of the heading
 * @param {{name: string, body: Node[], foot?: Node[], params?: import('./dom.js').Params, onclose?: () => void}} content
 */
export function openSheet(title, { name, body, foot = [], params, onclose }) {
  closeSheets();
  const opener = document.activeElement;
  const heading = el('h2', { id: `sheet-${++count}`, t: title, params, attrs: { tabindex: '-1', autofocus: '' } });
  const close = iconButton('sheet.close', icon('close'), () => dialog.close(), 'close');
  const dialog = el('dialog', { class: 'sheet', aria: { labelledby: heading.id }, data: { sheet: name } },
    el('div', { class: 'sheet-head' }, heading, close),
    el('div', { class: 'sheet-body' }, ...body),
    foot.length ? el('div', { class: 'sheet-foot' }, ...foot) : null,
  );
  let isBeside = false; // a text that is selected may end beside the sheet
  dialog.addEventListener('pointerdown', (event) => { isBeside = event.target === dialog; });
  dialog.addEventListener('click', (event) => { if (isBeside && event.target === dialog) dialog.close(); });
  dialog.addEventListener('close', () => {
    dialog.remove();
    onclose?.();
    giveBack(opener);
  });
  document.body.append(dialog);
  dialog.showModal();
  if (document.activeElement !== heading) heading.focus({ preventScroll: true });
  return dialog;
}

/** Focus that went nowhere goes back to who opened, or to the main part if that is gone. @param {Element | null} opener */
function giveBack(opener) {
  if (document.querySelector('dialog[open]') || document.activeElement !== document.body) return;
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) opener.focus({ preventScroll: true });
  else document.getElementById('main')?.focus({ preventScroll: true });
}

/** Closes every open sheet, as a change of screen does. */
export function closeSheets() {
  for (const dialog of document.querySelectorAll('dialog[open]')) /** @type {HTMLDialogElement} */ (dialog).close();
}
