/** Boards, views and a translation for the tests of the board. */

import { NO_VIEW } from '../../../web/js/board/options.js';

/** @typedef {import('../../../web/js/board/options.js').BoardView} BoardView */

/** A board with letters on named squares and `fill` everywhere else. @param {Record<string, string>} squares @param {string} [fill] */
export function boardWith(squares, fill = '.') {
  const letters = Array.from({ length: 32 }, (_, i) => squares[`${'abcd'[i % 4]}${(i >> 2) + 1}`] ?? fill);
  return letters.join('');
}

/** A live view in which red is to move. @param {Partial<BoardView>} [change] @returns {BoardView} */
export function viewOf(change = {}) {
  return { ...NO_VIEW, canAct: true, live: true, you: 'red', ...change };
}

/** Shows a key and its parameters, so that a test sees which sentence was made of what. @param {string} key @param {Record<string, string|number>} [params] */
export function plain(key, params = {}) {
  const values = Object.values(params).join(' | ');
  return values === '' ? `<${key}>` : `<${key}: ${values}>`;
}
