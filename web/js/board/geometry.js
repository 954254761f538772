/**
 * Where the 32 squares lie on the screen, whichever way the board is turned.
 *
 * Squares are indexed a1, b1, c1, d1, a2 … d8, as in a position string. The tall board shows
 * four files and eight ranks with a1 at the bottom left; the wide board is the tall one turned
 * 90° clockwise; either may be rotated by 180°. Names never change. No DOM, no rules.
 */

/** @typedef {{orientation: 'tall'|'wide', rotated: boolean}} Layout */
/** @typedef {{row: number, col: number}} Cell */
/** @typedef {'up'|'right'|'down'|'left'} Direction */

export const FILES = 4;
export const RANKS = 8;
export const SQUARES = FILES * RANKS;

/** The smallest square that is comfortable for a finger, and the smallest one drawn at all. */
export const COMFORTABLE = 44;
export const SMALLEST = 24;
/** A difference that a finger does not feel. */
const NEARLY = 4;

/** Clockwise from the top, as a ray scan goes round. @type {readonly Direction[]} */
export const DIRECTIONS = ['up', 'right', 'down', 'left'];

/** @type {Readonly<Record<Direction, Cell>>} */
const STEP = {
  up: { row: -1, col: 0 },
  right: { row: 0, col: 1 },
  down: { row: 1, col: 0 },
  left: { row: 0, col: -1 },
};

const FILE_LETTERS = 'abcd';

/** The name of a square: `squareName(0) === 'a1'`. @param {number} index */
export function squareName(index) {
  return `${FILE_LETTERS[index % FILES]}${Math.floor(index / FILES) + 1}`;
}

/** The index of a named square, or -1 for anything that names none. @param {string} name */
export function squareIndex(name) {
  const file = FILE_LETTERS.indexOf(name.charAt(0));
  const rank = Number(name.slice(1));
  const onBoard = name.length === 2 && file >= 0 && rank >= 1 && rank <= RANKS;
  return onBoard ? (rank - 1) * FILES + file : -1;
}

/** All names in the order of a position string. */
export const NAMES = Object.freeze(Array.from({ length: SQUARES }, (_, i) => squareName(i)));

/** Rows and columns as drawn. @param {'tall'|'wide'} orientation */
export function dimensions(orientation) {
  return orientation === 'tall' ? { rows: RANKS, cols: FILES } : { rows: FILES, cols: RANKS };
}

/** Where a square is drawn. @param {number} index @param {Layout} layout @returns {Cell} */
export function cellOf(index, layout) {
  const file = index % FILES;
  const rank = Math.floor(index / FILES);
  const upright =
    layout.orientation === 'tall' ? { row: RANKS - 1 - rank, col: file } : { row: file, col: rank };
  return layout.rotated ? turned(upright, layout) : upright;
}

/** Which square is drawn in a cell, or -1 beyond the edge. @param {Cell} cell @param {Layout} layout */
export function indexAt(cell, layout) {
  const { rows, cols } = dimensions(layout.orientation);
  if (cell.row < 0 || cell.row >= rows || cell.col < 0 || cell.col >= cols) return -1;
  const { row, col } = layout.rotated ? turned(cell, layout) : cell;
  return layout.orientation === 'tall' ? (RANKS - 1 - row) * FILES + col : col * FILES + row;
}

/** @param {Cell} cell @param {Layout} layout @returns {Cell} */
function turned(cell, layout) {
  const { rows, cols } = dimensions(layout.orientation);
  return { row: rows - 1 - cell.row, col: cols - 1 - cell.col };
}

/** All squares in reading order: row by row from the top left. @param {Layout} layout @returns {number[]} */
export function readingOrder(layout) {
  const { cols } = dimensions(layout.orientation);
  return NAMES.map((_, i) => indexAt({ row: Math.floor(i / cols), col: i % cols }, layout));
}

/**
 * The neighbour in a visual direction, or -1 at the edge.
 * @param {number} index @param {Direction} direction @param {Layout} layout
 */
export function neighbour(index, direction, layout) {
  const { row, col } = cellOf(index, layout);
  return indexAt({ row: row + STEP[direction].row, col: col + STEP[direction].col }, layout);
}

/**
 * Every square from here to the edge in a visual direction, nearest first.
 * @param {number} index @param {Direction} direction @param {Layout} layout @returns {number[]}
 */
export function line(index, direction, layout) {
  /** @type {number[]} */
  const squares = [];
  for (let at = neighbour(index, direction, layout); at >= 0; at = neighbour(at, direction, layout))
    squares.push(at);
  return squares;
}

/** The squares strictly between two squares of one line; none when they share no line. @param {number} a @param {number} b */
export function between(a, b) {
  const [low, high] = a < b ? [a, b] : [b, a];
  const sameFile = low % FILES === high % FILES;
  const sameRank = Math.floor(low / FILES) === Math.floor(high / FILES);
  if (!sameFile && !sameRank) return [];
  const step = sameFile ? FILES : 1;
  return Array.from({ length: (high - low) / step - 1 }, (_, i) => low + (i + 1) * step);
}

/**
 * The square under a point of the board, or -1 outside it.
 * @param {{x: number, y: number}} point @param {{left: number, top: number, width: number, height: number}} box
 * @param {Layout} layout
 */
export function squareUnder(point, box, layout) {
  const { rows, cols } = dimensions(layout.orientation);
  const col = Math.floor(((point.x - box.left) / box.width) * cols);
  const row = Math.floor(((point.y - box.top) / box.height) * rows);
  return indexAt({ row, col }, layout);
}

/**
 * The side of a square in whole pixels when the board gets a space: what fits, but a board that
 * would be uncomfortably low is left to scroll, and none is ever smaller than SMALLEST.
 * @param {'tall'|'wide'} orientation @param {{width: number, height: number}} space
 * @param {number} [least]  the height below which the board scrolls
 */
export function squareSize(orientation, space, least = COMFORTABLE) {
  const { rows, cols } = dimensions(orientation);
  const fitting = Math.min(space.width / cols, Math.max(space.height / rows, least));
  return Math.max(SMALLEST, Math.floor(fitting));
}

/**
 * The wanted orientation, or the one with the larger squares; a wide board that is whole and nearly
 * as large goes before a tall one that would have to scroll.
 * @param {'auto'|'tall'|'wide'} wanted @param {{width: number, height: number}} space @param {number} [least]
 * @returns {'tall'|'wide'}
 */
export function chooseOrientation(wanted, space, least) {
  if (wanted !== 'auto') return wanted;
  const wide = squareSize('wide', space, least);
  const tall = squareSize('tall', space, least);
  const isWhole = tall * RANKS <= space.height;
  return wide > (isWhole ? tall : tall - NEARLY) ? 'wide' : 'tall';
}
