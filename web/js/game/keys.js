/** Single letters the board hands on while it has focus: turn, unseen pieces, no-progress count. */

import { isSpectator, quietCount } from '../core/facts.js';
import { countKinds, pieceKey } from '../core/notation.js';
import { clockSentences, statusOf } from '../core/status.js';
import { said, t } from '../ui/dom.js';
import { speak } from '../ui/live.js';

/** @typedef {import('../page.js').Page} Page */
/** @typedef {import('../state.d.ts').RoomState} RoomState */

/** @param {Page} page @param {string} letter */
export function answerKey(page, letter) {
  const s = page.state().room;
  if (!s?.game) return;
  switch (letter.toLowerCase()) {
    case 't': return speak('say', [statusOf(s), ...clockSentences(s, Date.now())].map(said).join(' '));
    case 'u': return speak('say', unseenText(s));
    case 'n': return speak('say', quietText(s));
    case 'i': return void toBox(page, s);
    case 'z': return zen(page);
    default: return;
  }
}

/** To the field for typed moves, which may be in a sheet that is closed; where there is none, that is told. @param {Page} page @param {RoomState} s */
async function toBox(page, s) {
  if (!page.state().prefs.moveBox || isSpectator(s) || s.room?.phase !== 'playing') return speak('say', t('keys.noBox'));
  if (focusBox()) return undefined;
  page.room({ type: 'panel', tab: 'moves', open: true });
  for (let frame = 0; frame < FETCH_FRAMES && !focusBox(); frame += 1) await new Promise(requestAnimationFrame);
}

/** Everything but the board, the turn and the menu goes, or comes back. @param {Page} page */
function zen(page) {
  const isOn = !page.state().prefs.zen;
  page.setPrefs({ zen: isOn });
  speak('say', t(isOn ? 'keys.zen.on' : 'keys.zen.off'));
}

/** Frames in which a field that is fetched for the first time should have come. */
const FETCH_FRAMES = 120;

/** Did it go to the field that is seen? */
function focusBox() {
  const field = /** @type {HTMLElement | undefined} */ ([...document.querySelectorAll('.movebox input')].find((node) => node.getClientRects().length > 0));
  field?.focus();
  return field !== undefined;
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
