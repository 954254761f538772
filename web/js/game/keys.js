/** Single letters the board hands on while it has focus: turn, unseen pieces, no-progress count. */

import { quietCount } from '../core/facts.js';
import { countKinds, pieceKey } from '../core/notation.js';
import { statusOf } from '../core/status.js';
import { said, t } from '../ui/dom.js';
import { speak } from '../ui/live.js';

/** @typedef {import('../page.js').Page} Page */
/** @typedef {import('../state.d.ts').RoomState} RoomState */

/** @param {Page} page @param {string} letter */
export function answerKey(page, letter) {
  const s = page.state().room;
  if (!s?.game) return;
  switch (letter.toLowerCase()) {
    case 't': return speak('say', said(statusOf(s)));
    case 'u': return speak('say', unseenText(s));
    case 'n': return speak('say', quietText(s));
    case 'i': return void /** @type {HTMLElement | null} */ ([...document.querySelectorAll('.movebox input')].find((node) => node.getClientRects().length > 0))?.focus();
    default: return;
  }
}

/** @param {RoomState} s */
export function unseenText(s) {
  const unseen = s.game?.unseen ?? '';
  const kinds = [...countKinds(unseen, 'red'), ...countKinds(unseen, 'black')].filter(({ count }) => count > 0);
  const list = kinds.map(({ piece, count }) => t('pieces.count', { piece: { t: pieceKey(piece) }, n: count }));
  return [t('pieces.unseen', { n: unseen.length }), ...list].join(' ');
}

/** @param {RoomState} s */
export function quietText(s) {
  const count = quietCount(s);
  if (count) return t('quiet.long', { n: count.quiet, limit: count.limit });
  return t('quiet.now', { n: s.game?.quiet ?? 0 });
}
