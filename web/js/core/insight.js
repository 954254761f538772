/** What a ply of a replay meant when it was made: what was known, and whom it threatens now. */

import { at, countKinds, parsePly, pieceKey } from './notation.js';
import { lengthOf, positionOf, unseenOf } from './replay.js';

/**
 * @typedef {import('./replay.js').Replay} Replay
 * @typedef {import('../state.d.ts').Sentence} Sentence
 */

/** What lay face down before this ply, and after it. @param {Replay} s */
export function unseenAround(s) {
  return { before: unseenOf(s.ply > 0 ? { ...s, ply: s.ply - 1 } : s), after: unseenOf(s) };
}

/** What everybody knew when the ply was chosen; null at the start. @param {Replay} s @returns {Sentence | null} */
export function knownThen(s) {
  if (s.ply === 0) return null;
  const { before } = unseenAround(s);
  const ply = parsePly(s.read.record.moves[s.ply - 1] ?? '');
  if (ply.kind === 'flip') return chanceOf(ply.piece, before);
  const sum = (/** @type {'red' | 'black'} */ colour) => countKinds(before, colour).reduce((n, { count }) => n + count, 0);
  return { key: 'replay.known', params: { n: before.length, red: sum('red'), black: sum('black') } };
}

/** @param {string} piece @param {string} unseen @returns {Sentence} */
function chanceOf(piece, unseen) {
  const alike = unseen.split(piece).length - 1;
  const percent = unseen.length ? Math.round((100 * alike) / unseen.length) : 100;
  return { key: 'replay.known.flip', params: { n: unseen.length, k: alike, p: percent } };
}

/** The same position with this colour to move. @param {string} position @param {'r' | 'b'} turn */
export function asTurn(position, turn) {
  const [board = '', , pool = '-', quiet = '0'] = position.split(' ');
  return `${board} ${turn} ${pool} ${quiet}`;
}

/** The positions to ask about: before and after the ply, either colour to move. @param {Replay} s */
export function askedAbout(s) {
  if (s.ply === 0 || s.ply > lengthOf(s)) return null;
  const after = positionOf(s);
  const before = positionOf({ ...s, ply: s.ply - 1 });
  if (after.split(' ')[1] === '-') return null;
  const both = (/** @type {string} */ position) => (position.split(' ')[1] === '-' ? [] : [asTurn(position, 'r'), asTurn(position, 'b')]);
  return { before: both(before), after: both(after) };
}

/** Captures that were not there before. @param {readonly string[]} before @param {readonly string[]} after */
export function freshThreats(before, after) {
  return after.filter((capture) => !before.includes(capture));
}

/** Who threatens whom. @param {string} board @param {string} capture  `a1b1` @returns {Sentence} */
export function threatSentence(board, capture) {
  const [from, to] = [capture.slice(0, 2), capture.slice(2)];
  const named = (/** @type {string} */ square) => ({ t: pieceKey(at(board, square)) });
  return { key: 'replay.threat', params: { piece: named(from), from, target: named(to), to } };
}
