/**
 * The piece in the hand: a larger picture that follows the pointer, lifted above a finger, while a
 * ghost stays on the square it came from.
 */

import { pieceNode } from './pieces.js';

/** @typedef {import('./pieces.js').PieceSet} PieceSet */

/** How far above a finger a piece is held, at least, in pixels and in squares. */
const LIFT_PX = 40;
const LIFT_SQUARES = 0.6;

export class Hand {
  /** @param {HTMLElement} board the positioned element that the picture is laid over */
  constructor(board) {
    this.board = board;
    this.layer = document.createElement('div');
    this.layer.className = 'hand';
    this.layer.hidden = true;
    this.layer.setAttribute('aria-hidden', 'true');
    board.append(this.layer);
  }

  /** @param {string} letter @param {PieceSet} set */
  take(letter, set) {
    this.layer.replaceChildren(pieceNode(letter, set));
  }

  /** @param {number} x @param {number} y @param {boolean} touch @param {number} square side in pixels */
  carry(x, y, touch, square) {
    const box = this.board.getBoundingClientRect();
    const lift = touch ? Math.max(LIFT_PX, square * LIFT_SQUARES) : 0;
    const left = x - box.left - this.board.clientLeft;
    const top = y - box.top - this.board.clientTop - lift;
    this.layer.hidden = false;
    this.layer.style.setProperty('transform', `translate(${left}px, ${top}px)`);
  }

  empty() {
    this.layer.hidden = true;
    this.layer.replaceChildren();
  }
}
