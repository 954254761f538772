/** Moves in a list, as the reader likes them: as in a record, by pieces, in words, by squares alone. */

import { at, parsePly, pieceKey, rewind } from './notation.js';

/**
 * @typedef {import('../state.d.ts').Sentence} Sentence
 * @typedef {{text: string, piece?: undefined} | {piece: string, text?: undefined}} Bit  letters to show, or a piece
 */

/** The letter of the piece that made each ply, in one pass from the end. @param {string} board  after all plies @param {readonly string[]} moves */
export function moversOf(board, moves) {
  const movers = Array.from({ length: moves.length }, () => '?');
  let now = board;
  for (let i = moves.length - 1; i >= 0; i -= 1) {
    const ply = parsePly(moves[i] ?? '');
    if (ply.kind === 'flip') movers[i] = ply.piece;
    else if (ply.kind !== 'end') movers[i] = at(now, ply.to);
    now = rewind(now, moves[i] ?? '');
  }
  return movers;
}

/** A ply as pieces and squares: who moves, where, whom it takes. @param {string} text @param {string} mover @returns {Bit[]} */
export function pictured(text, mover) {
  const ply = parsePly(text);
  switch (ply.kind) {
    case 'flip': return [{ piece: ply.piece }, { text: ply.square }];
    case 'move': return [{ piece: mover }, { text: `${ply.from}–${ply.to}` }];
    case 'capture': return [{ piece: mover }, { text: `${ply.from}×${ply.to}` }, { piece: ply.piece }];
    default: return [{ text }];
  }
}

/** A ply in words. @param {string} text @param {string} mover @returns {Sentence} */
export function inWords(text, mover) {
  const ply = parsePly(text);
  const piece = named(mover);
  switch (ply.kind) {
    case 'flip': return { key: 'move.flip', params: { square: ply.square, piece } };
    case 'move': return { key: 'move.step', params: { piece, from: ply.from, to: ply.to } };
    case 'capture': return { key: 'move.capture', params: { piece, from: ply.from, to: ply.to, target: named(ply.piece) } };
    default: return { key: 'move.end' };
  }
}

/** A ply by its squares, as it is asked for: `b5`, `b5b6`. @param {string} text */
export function bare(text) {
  const ply = parsePly(text);
  if (ply.kind === 'end') return text;
  return ply.kind === 'flip' ? ply.square : ply.from + ply.to;
}

/** @param {string} letter */
function named(letter) {
  return { t: /[a-z]/i.test(letter) ? pieceKey(letter) : 'piece.any' };
}
