/**
 * What a square is called: the sentence a screen reader says, built from whole translated
 * templates. Says nothing about a face-down piece but that it is face down.
 */

import { EMPTY, HIDDEN, colourOf, kindOf, letterOn } from './position.js';

/** @typedef {(key: string, params?: Record<string, string|number>) => string} Translate */
/** @typedef {import('./position.js').Destination} Destination */
/**
 * @typedef {object} SquareState
 * @property {string} letter
 * @property {boolean} selected
 * @property {boolean} armed
 * @property {boolean} pending
 * @property {boolean} [planned]
 * @property {boolean} last
 * @property {boolean} [veiled] face down, but shown to the reader
 * @property {Destination|null} destination
 */

/** The translation key of a face-up piece: `piece.red.G`. @param {string} letter */
export function pieceKey(letter) {
  return `piece.${colourOf(letter)}.${kindOf(letter)}`;
}

/** "face-down", "empty" or "Red General". @param {Translate} t @param {string} letter */
export function contentText(t, letter) {
  if (letter === HIDDEN) return t('board.content.hidden');
  return letter === EMPTY ? t('board.content.empty') : t(pieceKey(letter));
}

/** "a8, Red Cannon". @param {Translate} t @param {string} board @param {string} square */
export function squareText(t, board, square) {
  return t('board.label.square', { square, content: contentText(t, letterOn(board, square)) });
}

/** The accessible name of a square. @param {Translate} t @param {string} square @param {SquareState} state */
export function squareLabel(t, square, state) {
  const start = t('board.label.square', { square, content: contentText(t, state.letter) });
  return stateKeys(state).reduce((label, key) => t('board.label.with', { label, state: t(key) }), start);
}

/** @param {SquareState} state @returns {string[]} */
function stateKeys(state) {
  const keys = [
    state.selected && 'board.state.selected',
    state.armed && 'board.state.armed',
    state.planned && 'board.state.planned',
    state.destination && `board.state.${state.destination}`,
    state.veiled && 'board.content.hidden',
    state.last && 'board.state.last',
    state.pending && 'board.state.pending',
  ];
  return keys.filter((key) => typeof key === 'string');
}

/** A list of squares or phrases in the language's manner. @param {Translate} t @param {readonly string[]} items */
export function listText(t, items) {
  return items.join(t('board.list.separator'));
}
