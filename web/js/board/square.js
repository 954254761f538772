/**
 * One square of the board: a button in a grid cell, built once and patched when its state changes.
 */

import { squareLabel } from './labels.js';
import { marksNode } from './marks.js';
import { pieceNode } from './pieces.js';
import { EMPTY, contentOf } from './position.js';

/**
 * @typedef {import('./labels.js').SquareState & {screen: boolean, stuck: boolean,
 *   usable: boolean, inert: boolean, rank: string}} SquareView
 */
/** @typedef {import('./labels.js').Translate} Translate */
/** @typedef {import('./pieces.js').PieceSet} PieceSet */

export class Square {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
    this.cell = document.createElement('div');
    this.cell.setAttribute('role', 'gridcell');
    this.button = document.createElement('button');
    this.button.type = 'button';
    this.button.className = 'square';
    this.button.tabIndex = -1;
    this.button.dataset.square = name;
    this.cell.append(this.button);
    /** @type {SVGSVGElement|null} */
    this.piece = null;
    this.drawn = '';
    this.shown = '';
    /** @type {SVGSVGElement|null} */
    this.marks = null;
  }

  /** Is this where Tab leads to? @param {boolean} isReached */
  reach(isReached) {
    const wanted = isReached ? 0 : -1;
    if (this.button.tabIndex !== wanted) this.button.tabIndex = wanted;
  }

  /** Shows a state, if it is another one than before. @param {SquareView} view @param {PieceSet} set @param {Translate} t */
  patch(view, set, t) {
    const isMarkedNow = isMarked(view) || this.button.dataset.target !== undefined;
    const wanted = JSON.stringify([view, set, isMarkedNow]);
    if (wanted === this.shown) return;
    this.shown = wanted;
    this.draw(view.letter, set);
    const { dataset } = this.button;
    dataset.content = contentOf(view.letter);
    put(dataset, 'dest', view.destination);
    put(dataset, 'veiled', view.veiled ? '' : null);
    put(dataset, 'last', view.last ? '' : null);
    put(dataset, 'selected', view.selected ? '' : null);
    put(dataset, 'armed', view.armed ? '' : null);
    put(dataset, 'pending', view.pending ? '' : null);
    put(dataset, 'planned', view.planned ? '' : null);
    put(dataset, 'screen', view.screen ? '' : null);
    put(dataset, 'stuck', view.stuck ? '' : null);
    put(dataset, 'usable', view.usable ? '' : null);
    put(this.cell.dataset, 'rank', view.rank || null);
    this.mark(isMarkedNow);
    this.button.setAttribute('aria-pressed', String(view.selected || view.armed));
    this.button.setAttribute('aria-disabled', String(view.inert || view.destination === 'forbidden'));
    this.button.setAttribute('aria-label', squareLabel(t, this.name, view));
  }

  /** Draws the marks while there are any: most squares have none, and a board is quickly there. @param {boolean} isMarked */
  mark(isMarked) {
    if (isMarked === (this.marks !== null)) return;
    this.marks?.remove();
    this.marks = isMarked ? marksNode() : null;
    if (this.marks) this.button.append(this.marks);
  }

  /** @param {string} letter @param {PieceSet} set */
  draw(letter, set) {
    const wanted = letter === EMPTY ? '' : letter + set;
    if (wanted === this.drawn) return;
    this.piece?.remove();
    this.piece = wanted === '' ? null : pieceNode(letter, set);
    if (this.piece) this.button.prepend(this.piece);
    this.drawn = wanted;
  }
}

/** @param {SquareView} view */
function isMarked({ destination, last, selected, armed, pending, planned, screen }) {
  return destination !== null || last || selected || armed || pending || planned === true || screen;
}

/** Sets or removes one `data-*` attribute. @param {DOMStringMap} dataset @param {string} key @param {string|null} value */
function put(dataset, key, value) {
  if (value === null) delete dataset[key];
  else dataset[key] = value;
}
