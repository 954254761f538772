/** Sends the result to somebody: by the system's sheet, or as a text on the clipboard. */

import { shareSentence } from '../core/sharetext.js';
import { address } from '../net/api.js';
import { copyText } from '../ui/copy.js';
import { said } from '../ui/dom.js';

const ISOLATES = /[\u2068\u2069]/g;

/** @param {import('../page.js').Page} page */
export async function shareResult(page) {
  const s = page.state().room;
  if (!s?.game) return;
  const text = said(shareSentence(s)).replace(ISOLATES, '');
  const url = address(`replay#${s.code}.${s.game.number}`);
  if (!navigator.share) return page.tell((await copyText(`${text}\n${url}`)) ? 'end.shared' : 'error.notCopied');
  await navigator.share({ text, url }).catch((error) => { if (error.name !== 'AbortError') page.tell('error.share'); });
}
