/** What stands where, for who reads the board instead of looking at it. */

import { KINDS, at } from './notation.js';

/** @typedef {{piece: string, squares: string[]}} Standing  `?` stands for every face-down piece */

const FILES = [...'abcd'];
const RANKS = [...'12345678'];
const SQUARES = FILES.flatMap((file) => RANKS.map((rank) => file + rank));
const ORDER = [...KINDS, ...KINDS.toLowerCase(), '?'];

/** Every kind that is on the board, red ones first, what is face down last. @param {string} board @returns {Standing[]} */
export function standing(board) {
  return ORDER
    .map((piece) => ({ piece, squares: SQUARES.filter((square) => at(board, square) === piece) }))
    .filter(({ squares }) => squares.length > 0);
}

/** Of one kind, both colours; of all for an empty one. @param {string} board @param {string} kind */
export function standingOf(board, kind) {
  return standing(board).filter(({ piece }) => !kind || piece.toLowerCase() === kind.toLowerCase());
}

/** The squares of a file, of a rank, or the one square, that are not empty. @param {string} board @param {string} place */
export function standingOn(board, place) {
  return SQUARES.filter((square) => square.includes(place) && at(board, square) !== '.');
}
