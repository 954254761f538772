/** Small pieces in lists and panels, drawn by the board's own sprite. */

import { pieceNode } from '../board/pieces.js';
import { pieceKey } from '../core/notation.js';
import { el } from './dom.js';

/** @typedef {import('../board/pieces.js').PieceSet} PieceSet */

/**
 * A piece as a picture with its name.
 * @param {string} letter @param {string} set
 */
export function disc(letter, set) {
  const node = el('span', { class: 'disc', role: 'img', label: letter === '?' ? 'piece.hidden' : pieceKey(letter) });
  node.append(pieceNode(letter, /** @type {PieceSet} */ (set)));
  return node;
}

/** A piece for the eye only. @param {string} letter @param {string} set */
export function mutedDisc(letter, set) {
  return el('span', { class: 'disc', aria: { hidden: 'true' } }, pieceNode(letter, /** @type {PieceSet} */ (set)));
}
