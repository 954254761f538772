/**
 * What a key pressed on a square asks for. A pure table: key → command; the board carries it out.
 *
 * Arrows follow the picture, not the names of the squares. Single letters answer only without
 * modifiers and can be switched off; keys the board has no answer to are handed on.
 */

import { FILES, NAMES, RANKS, cellOf, dimensions, indexAt, neighbour } from './geometry.js';
import { HIDDEN, KINDS } from './position.js';

/** @typedef {import('./geometry.js').Layout} Layout */
/**
 * @typedef {{type: 'focus', square: string} | {type: 'edge'} | {type: 'cancel'}
 *   | {type: 'moves', capturesOnly: boolean} | {type: 'ray', backwards: boolean} | {type: 'last'}
 *   | {type: 'here'} | {type: 'find', kind: string, backwards: boolean} | {type: 'page', letter: string}} Command
 */
/** @typedef {{key: string, code: string, shiftKey: boolean, ctrlKey: boolean, altKey: boolean, metaKey: boolean}} Press */

/** @type {Readonly<Record<string, import('./geometry.js').Direction>>} */
const ARROWS = { ArrowUp: 'up', ArrowRight: 'right', ArrowDown: 'down', ArrowLeft: 'left' };

/** Keys that the page answers, while focus is in the board. */
const PAGE_KEYS = 'tuniz';

/**
 * The command of a key, or null when the key is none of the board's business.
 * @param {Press} press @param {string} square the focused square @param {Layout} layout @param {boolean} letters
 * @returns {Command|null}
 */
export function commandOf(press, square, layout, letters) {
  if (press.altKey || press.metaKey) return null;
  const at = NAMES.indexOf(square);
  const arrow = ARROWS[press.key];
  if (arrow !== undefined) return press.ctrlKey ? null : goTo(neighbour(at, arrow, layout));
  const travel = travelTo(press, at, layout);
  if (travel !== null) return goTo(travel);
  if (press.key === 'Escape') return { type: 'cancel' };
  if (press.ctrlKey || !letters) return null;
  return jumpOf(press, at) ?? letterCommand(press.key, press.shiftKey);
}

/** @param {number} index @returns {Command} */
function goTo(index) {
  const square = NAMES[index];
  return square === undefined ? { type: 'edge' } : { type: 'focus', square };
}

/** @param {Press} press @param {number} at @param {Layout} layout @returns {number|null} */
function travelTo(press, at, layout) {
  const { rows, cols } = dimensions(layout.orientation);
  const { row, col } = cellOf(at, layout);
  const all = press.ctrlKey;
  switch (press.key) {
    case 'Home':
      return indexAt({ row: all ? 0 : row, col: 0 }, layout);
    case 'End':
      return indexAt({ row: all ? rows - 1 : row, col: cols - 1 }, layout);
    case 'PageUp':
      return row === 0 ? -1 : indexAt({ row: Math.max(0, row - 4), col }, layout);
    case 'PageDown':
      return row === rows - 1 ? -1 : indexAt({ row: Math.min(rows - 1, row + 4), col }, layout);
    default:
      return null;
  }
}

/** Digits jump to a rank, with Shift to a file. @param {Press} press @param {number} at @returns {Command|null} */
function jumpOf(press, at) {
  const digit = /^Digit([1-8])$/.exec(press.code)?.[1];
  if (digit === undefined) return null;
  const wanted = Number(digit) - 1;
  const file = at % FILES;
  const rank = Math.floor(at / FILES);
  if (!press.shiftKey) return wanted < RANKS ? goTo(wanted * FILES + file) : null;
  return wanted < FILES ? goTo(rank * FILES + wanted) : null;
}

/** @param {string} key @param {boolean} shift @returns {Command|null} */
function letterCommand(key, shift) {
  const letter = key.toLowerCase();
  if (letter.length !== 1) return null;
  if (letter === 'm') return { type: 'moves', capturesOnly: shift };
  if (letter === 'x') return { type: 'ray', backwards: shift };
  if (letter === 'l') return { type: 'last' };
  if (letter === 'o') return { type: 'here' };
  if (letter === 'f') return { type: 'find', kind: HIDDEN, backwards: shift };
  if (KINDS.toLowerCase().includes(letter)) return { type: 'find', kind: letter.toUpperCase(), backwards: shift };
  return PAGE_KEYS.includes(letter) && !shift ? { type: 'page', letter } : null;
}
