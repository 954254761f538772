/**
 * What the board lends to its pointer input: which square lies where, what a tap and a drag do.
 */

import { Hand } from './hand.js';
import { NAMES, squareUnder } from './geometry.js';
import { letterOn } from './position.js';
import { NOTHING, isOwn } from './selection.js';

/** @typedef {import('./board.js').Board} Board */

export class Holding {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.hand = new Hand(board.element);
    /** @type {string|null} */
    this.lifted = null;
  }

  /** @param {number} x @param {number} y */
  squareAt(x, y) {
    const box = this.board.grid.getBoundingClientRect();
    return NAMES[squareUnder({ x, y }, box, this.board.arrangement.layout)] ?? null;
  }

  /** On a board that must be scrolled a finger scrolls. @param {string} square @param {boolean} touch */
  draggable(square, touch) {
    const { view, prefs, sent, element } = this.board;
    if (prefs.input === 'tap' || (touch && element.hasAttribute('data-scrolls'))) return false;
    const canTake = view.canAct || (prefs.premove && view.canPlan === true);
    return view.live && canTake && sent === null && isOwn(view, square);
  }

  /** Who only drags may still choose by a key. @param {string} square @param {boolean} [isKey] */
  tap(square, isKey = false) {
    const { board } = this;
    board.focusSquare(square);
    const drags = !isKey && board.prefs.input === 'drag' && isOwn(board.view, square);
    if (drags) board.cancelSelection();
    else board.choose(square);
  }

  /** @param {string} square */
  lift(square) {
    const { board } = this;
    board.focusSquare(square);
    if (board.selection.selected !== square) {
      board.selection = NOTHING;
      board.choose(square);
    }
    this.hand.take(letterOn(board.view.board, square), board.prefs.pieces);
    board.square(square).button.dataset.lifted = '';
    this.lifted = square;
  }

  /** @param {number} x @param {number} y @param {boolean} touch */
  carry(x, y, touch) {
    this.hand.carry(x, y, touch, this.board.arrangement.size);
    this.hover(this.squareAt(x, y));
  }

  /** @param {string} from @param {string|null} to */
  drop(from, to) {
    const { board } = this;
    this.putDown();
    if (to === from) return board.prefs.input === 'drag' ? board.cancelSelection() : undefined;
    if (to === null || isOwn(board.view, to)) return board.cancelSelection();
    if (board.view.legal.includes(from + to)) board.square(from).button.dataset.dropped = '';
    board.choose(to);
  }

  abort() {
    this.putDown();
    this.board.selection = NOTHING;
    this.board.patch();
  }

  putDown() {
    this.hand.empty();
    this.hover(null);
    if (this.lifted !== null) delete this.board.square(this.lifted).button.dataset.lifted;
    this.lifted = null;
  }

  /** @param {string|null} square */
  hover(square) {
    for (const { name, button } of this.board.squares) button.toggleAttribute('data-over', name === square);
  }
}
