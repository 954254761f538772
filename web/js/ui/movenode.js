/** One move of a list as a button, in the notation the reader chose. */

import { pieceKey } from '../core/notation.js';
import { bare, inWords, pictured } from '../core/movetext.js';
import { mutedDisc } from './discs.js';
import { el } from './dom.js';

/** @typedef {{notation: string, pieces: string}} Manner */

/**
 * @param {string} text @param {string} mover  the letter of the piece that made it @param {number} ply
 * @param {Manner} manner @param {() => void} act
 */
export function moveNode(text, mover, ply, { notation, pieces }, act) {
  const node = el('button', { class: 'move', type: 'button', data: { ply: String(ply), notation } }, ...faces(text, mover, notation, pieces));
  node.addEventListener('click', act);
  return node;
}

/** @param {string} text @param {string} mover @param {string} notation @param {string} set @returns {(Node | string)[]} */
function faces(text, mover, notation, set) {
  if (notation === 'squares') return [bare(text)];
  if (notation === 'letters') return [text];
  if (notation === 'words') {
    const { key, params } = inWords(text, mover);
    return [el('span', { t: key, params })];
  }
  return pictured(text, mover).flatMap((bit) => (bit.piece === undefined ? [el('span', { text: bit.text })] : pictureOf(bit.piece, set)));
}

/** A small disc, and its name for who does not see it. @param {string} letter @param {string} set */
function pictureOf(letter, set) {
  if (!/[a-z]/i.test(letter)) return [];
  return [el('span', { class: 'sr', t: pieceKey(letter) }), mutedDisc(letter, set)];
}
