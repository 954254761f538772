/**
 * What the 32 letters of a board say about single squares, and what a list of action texts says
 * about a source. Reading only: nothing here knows what is legal.
 */

import { NAMES, SQUARES } from './geometry.js';

/** @typedef {'red'|'black'} Colour */
/** @typedef {'move'|'capture'|'forbidden'} Destination */

export const HIDDEN = '?';
export const EMPTY = '.';

/** The ladder of the common rules, strongest first; also the order of the pieces in panels. */
export const KINDS = 'GAERHCS';

export const EMPTY_BOARD = EMPTY.repeat(SQUARES);

/** Whose a letter is; null for a hidden or empty square. @param {string} letter @returns {Colour|null} */
export function colourOf(letter) {
  if (letter === HIDDEN || letter === EMPTY || letter === '') return null;
  return letter === letter.toUpperCase() ? 'red' : 'black';
}

/** The kind of a piece as an upper-case letter, or '' where there is no face-up piece. @param {string} letter */
export function kindOf(letter) {
  return colourOf(letter) === null ? '' : letter.toUpperCase();
}

/** A letter as the page names it: `hidden`, `empty`, `rG` … `bS`. @param {string} letter */
export function contentOf(letter) {
  if (letter === HIDDEN) return 'hidden';
  if (letter === EMPTY || letter === '') return 'empty';
  return `${colourOf(letter) === 'red' ? 'r' : 'b'}${kindOf(letter)}`;
}

/** The letter on a named square. @param {string} board @param {string} name */
export function letterOn(board, name) {
  return board.charAt(NAMES.indexOf(name)) || EMPTY;
}

/** Source and target of an action text; a flip has no target. @param {string} action */
export function squaresOf(action) {
  return { source: action.slice(0, 2), target: action.length === 4 ? action.slice(2) : null };
}

/** The targets that a list of actions gives a source. @param {readonly string[]} actions @param {string} source */
export function targetsFrom(actions, source) {
  return actions.filter((a) => a.length === 4 && a.startsWith(source)).map((a) => a.slice(2));
}

/**
 * Every square that an own piece may be sent to, and how it is to be marked.
 * @param {{board: string, legal: readonly string[], barred: readonly string[]}} view @param {string|null} source
 * @returns {Map<string, Destination>}
 */
export function destinations(view, source) {
  /** @type {Map<string, Destination>} */
  const marks = new Map();
  if (source === null) return marks;
  for (const name of targetsFrom(view.barred, source)) marks.set(name, 'forbidden');
  for (const name of targetsFrom(view.legal, source))
    marks.set(name, letterOn(view.board, name) === EMPTY ? 'move' : 'capture');
  return marks;
}
