/** The pieces in words: what was captured, and what stands where. */

import { SEATS, nameOf } from '../core/facts.js';
import { grouped, pieceKey } from '../core/notation.js';
import { standing } from '../core/standing.js';
import { listText } from '../board/labels.js';
import { el, patchList, t } from '../ui/dom.js';

/** @typedef {import('../state.d.ts').RoomState} RoomState */
/** @typedef {import('../wire.d.ts').Seat} Seat */
/** @typedef {import('../core/standing.js').Standing} Standing */

/** "2 pieces captured: Red Soldier 2.", as parameters of its sentence. @param {string} letters */
export function takenParams(letters) {
  const kinds = grouped(letters).map(({ piece, count }) => t('pieces.count', { piece: { t: pieceKey(piece) }, n: count }));
  return { n: letters.length, kinds: kinds.join(' ') };
}

/** "Mei: 2 pieces captured: Red Soldier 2." @param {RoomState} s @param {Seat} seat */
export function takenText(s, seat) {
  const taken = { t: 'strip.taken', params: takenParams(s.game?.captured[seat] ?? '') };
  return t('pieces.by', { name: nameOf(s, seat), taken });
}

/** "Red Chariot: b5, c3". @param {Standing} kind */
export function standingText({ piece, squares }) {
  const named = { t: piece === '?' ? 'piece.hidden' : pieceKey(piece) };
  return t('pieces.at', { piece: named, squares: listText(t, squares) });
}

/** Both lists, folded up: who sees the board has them before the eyes. @param {'h2' | 'h3'} level */
export function toldPieces(level) {
  const taken = el('ul', { class: 'bullets' });
  const stands = el('ul', { class: 'bullets' });
  const element = el('details', { class: 'told' }, el('summary', { t: 'pieces.words' }), el('div', { class: 'stack told-taken' }, el(level, { t: 'pieces.captured' }), taken),
    el('div', { class: 'stack' }, el(level, { t: 'pieces.board' }), stands));
  return {
    element,
    /** @param {RoomState} s */
    update(s) {
      put(taken, SEATS.map((seat) => takenText(s, seat)));
      put(stands, standing(s.game?.board ?? '').map(standingText));
    },
  };
}

/** @param {Element} list @param {string[]} texts */
function put(list, texts) {
  patchList(list, texts, (text) => text, (text) => el('li', { text }));
}
