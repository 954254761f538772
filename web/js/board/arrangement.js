/**
 * How the squares are laid out: rows of a grid in reading order, in whole pixels, as large as the
 * space allows. Turning the board moves the same 32 buttons into other rows.
 */

import { COMFORTABLE, NAMES, cellOf, chooseOrientation, dimensions, readingOrder, squareSize } from './geometry.js';

/** @typedef {import('./geometry.js').Layout} Layout */
/** @typedef {import('./square.js').Square} Square */

/** The frame around the squares, on one side, in pixels (see board.css). */
const FRAME_PX = 4;

export class Arrangement {
  /**
   * @param {HTMLElement} root gives the space @param {HTMLElement} board @param {HTMLElement} grid
   * @param {readonly Square[]} squares @param {() => void} onTurned  the board lies another way now
   */
  constructor(root, board, grid, squares, onTurned) {
    this.root = root;
    this.board = board;
    this.grid = grid;
    this.squares = squares;
    this.onTurned = onTurned;
    /** @type {Layout} */
    this.layout = { orientation: 'tall', rotated: false };
    /** @type {'auto'|'tall'|'wide'} */
    this.wanted = 'auto';
    this.size = 0;
    this.seated = '';
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(root);
  }

  destroy() {
    this.observer.disconnect();
  }

  /** @param {'auto'|'tall'|'wide'} wanted @param {boolean} rotated */
  set(wanted, rotated) {
    this.wanted = wanted;
    this.layout = { orientation: this.layout.orientation, rotated };
    this.fit();
  }

  /** Measures the space and lays the board out in it. */
  fit() {
    const { innerHeight } = window; // all is read before anything is written
    const space = {
      width: this.root.clientWidth - 2 * FRAME_PX,
      height: Math.min(this.root.clientHeight, innerHeight) - 2 * FRAME_PX,
    };
    const least = Number(getComputedStyle(this.root).getPropertyValue('--square-least')) || COMFORTABLE;
    const orientation = this.isFree(space, least) ? chooseOrientation(this.wanted, space, least) : this.layout.orientation;
    this.layout = { orientation, rotated: this.layout.rotated };
    this.size = squareSize(orientation, space, least);
    this.seat();
    this.root.style.setProperty('--square', `${this.size}px`);
    const { rows } = dimensions(orientation);
    this.root.style.setProperty('--board-rows', String(rows));
    const tooHigh = rows * this.size + 2 * FRAME_PX > innerHeight;
    this.board.toggleAttribute('data-scrolls', tooHigh);
  }

  /** May the board lie another way now? One that is squeezed for a while stays as it is. @param {{width: number}} space @param {number} least */
  isFree(space, least) {
    return space.width > 0 && (least >= COMFORTABLE || this.wanted !== 'auto');
  }

  /** Puts the squares into rows, once for every way the board can lie. */
  seat() {
    const { orientation, rotated } = this.layout;
    const wanted = `${orientation}${rotated}`;
    if (wanted === this.seated) return;
    this.seated = wanted;
    const focused = this.grid.contains(document.activeElement) ? document.activeElement : null;
    const { rows, cols } = dimensions(orientation);
    this.board.dataset.orientation = orientation;
    this.board.toggleAttribute('data-rotated', rotated);
    this.grid.setAttribute('aria-rowcount', String(rows));
    this.grid.setAttribute('aria-colcount', String(cols));
    this.grid.replaceChildren(...this.rows(rows, cols));
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    this.onTurned();
  }

  /** @param {number} rows @param {number} cols */
  rows(rows, cols) {
    const order = readingOrder(this.layout).map((i) => /** @type {Square} */ (this.squares[i]));
    return Array.from({ length: rows }, (_, row) => {
      const element = document.createElement('div');
      element.setAttribute('role', 'row');
      element.setAttribute('aria-rowindex', String(row + 1));
      const mine = order.slice(row * cols, (row + 1) * cols);
      mine.forEach((square, col) => this.place(square, col));
      element.append(...mine.map((square) => square.cell));
      return element;
    });
  }

  /** @param {Square} square @param {number} col */
  place(square, col) {
    square.cell.setAttribute('aria-colindex', String(col + 1));
    const { row } = cellOf(NAMES.indexOf(square.name), this.layout);
    const { rows } = dimensions(this.layout.orientation);
    const tall = this.layout.orientation === 'tall';
    const [file, rank] = [square.name.charAt(0), square.name.charAt(1)];
    square.button.dataset.edgeLeft = col === 0 ? (tall ? rank : file) : '';
    square.button.dataset.edgeBottom = row === rows - 1 ? (tall ? file : rank) : '';
  }
}

