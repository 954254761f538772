/** A position that is being set up: what lies where, who is to move, and the steps back. Pure. */

import { EMPTY, EMPTY_BOARD, HIDDEN } from '../board/position.js';
import { squareIndex } from '../board/geometry.js';
import { SET, missingFrom, positionOf, shuffled } from './drills.js';

/**
 * @typedef {{board: string, turn: 'r' | 'b', brush: string, past: readonly string[]}} Setup
 *   `brush`: what the next touch puts down, `.` to clear; `past`: the boards before
 * @typedef {{type: 'touch', square: string} | {type: 'brush', letter: string} | {type: 'turn', turn: 'r' | 'b'}
 *   | {type: 'board', board: string} | {type: 'back'}} SetupAction
 */

/** @type {Setup} */
export const NEW_SETUP = { board: EMPTY_BOARD, turn: 'r', brush: 'G', past: [] };
export const ALL_DOWN = HIDDEN.repeat(EMPTY_BOARD.length);

/** How many of a piece a set still has for the board. @param {Setup} setup @param {string} letter */
export function left({ board }, letter) {
  const whole = [...SET].filter((each) => each === letter).length;
  return whole - [...board].filter((each) => each === letter).length;
}

/** @param {Setup} setup @param {SetupAction} action @returns {Setup} */
export function reduceSetup(setup, action) {
  switch (action.type) {
    case 'touch': return touched(setup, squareIndex(action.square));
    case 'brush': return { ...setup, brush: action.letter };
    case 'turn': return { ...setup, turn: action.turn };
    case 'board': return laid(setup, action.board);
    default: return setup.past.length ? { ...setup, board: setup.past.at(-1) ?? EMPTY_BOARD, past: setup.past.slice(0, -1) } : setup;
  }
}

/** The brush on a square; the same piece once more takes it away. @param {Setup} setup @param {number} i @returns {Setup} */
function touched(setup, i) {
  const { board, brush } = setup;
  const isThere = board.charAt(i) === brush;
  if (!isThere && SET.includes(brush) && left(setup, brush) < 1) return setup;
  return laid(setup, board.slice(0, i) + (isThere ? EMPTY : brush) + board.slice(i + 1));
}

/** @param {Setup} setup @param {string} board @returns {Setup} */
function laid(setup, board) {
  return board === setup.board ? setup : { ...setup, board, past: [...setup.past, setup.board] };
}

/**
 * The position to play from. What lies face down is drawn from what is not on the board; before
 * the first flip nobody has a colour.
 * @param {Setup} setup @param {() => number} chance
 */
export function positionFrom({ board, turn }, chance) {
  const down = [...board].filter((letter) => letter === HIDDEN).length;
  const pool = shuffled(missingFrom(board.replaceAll(HIDDEN, '').replaceAll(EMPTY, '')), chance).slice(0, down);
  return positionOf({ board, pool: pool.join(''), turn: board === ALL_DOWN ? '-' : turn });
}
