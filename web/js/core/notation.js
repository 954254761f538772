/**
 * How plies, squares and positions are written (docs/protocol.md). Reads and rewinds what the
 * server wrote; judges nothing.
 */

/**
 * @typedef {{kind: 'flip', square: string, piece: string}
 *   | {kind: 'move', from: string, to: string}
 *   | {kind: 'capture', from: string, to: string, piece: string}
 *   | {kind: 'end'}} Ply
 */

export const KINDS = 'GAERHCS';

/** @param {string} square */
export function indexOf(square) {
  return 4 * (Number(square.charAt(1)) - 1) + 'abcd'.indexOf(square.charAt(0));
}

/** @param {string} board @param {string} square */
export function at(board, square) {
  return board[indexOf(square)] ?? '.';
}

/**
 * @param {string} text
 * @returns {Ply}
 */
export function parsePly(text) {
  if (text[2] === '=') return { kind: 'flip', square: text.slice(0, 2), piece: text.charAt(3) };
  const from = text.slice(0, 2);
  const to = text.slice(3, 5);
  if (text[2] === 'x') return { kind: 'capture', from, to, piece: text.charAt(6) };
  if (text[2] === '-') return { kind: 'move', from, to };
  return { kind: 'end' };
}

/** The squares a ply touched, for the last-move mark. @param {string} text */
export function squaresOf(text) {
  const ply = parsePly(text);
  if (ply.kind === 'end') return [];
  return ply.kind === 'flip' ? [ply.square] : [ply.from, ply.to];
}

/** @param {string} board @param {string} square @param {string} letter */
function put(board, square, letter) {
  const i = indexOf(square);
  return board.slice(0, i) + letter + board.slice(i + 1);
}

/**
 * The board before a ply, from the board after it.
 * @param {string} board @param {string} text
 */
export function rewind(board, text) {
  const ply = parsePly(text);
  if (ply.kind === 'end') return board;
  if (ply.kind === 'flip') return put(board, ply.square, '?');
  const moved = put(board, ply.from, at(board, ply.to));
  return put(moved, ply.to, ply.kind === 'capture' ? ply.piece : '.');
}

/**
 * The board after the first `ply` of `moves`, from the board after all of them.
 * @param {string} board @param {readonly string[]} moves @param {number} ply
 */
export function boardAfter(board, moves, ply) {
  return moves.slice(ply).reduceRight(rewind, board);
}

/** @param {string} piece @returns {'red' | 'black'} */
export function colourOf(piece) {
  return piece === piece.toUpperCase() ? 'red' : 'black';
}

/** The locale key of a piece's name with its colour. @param {string} piece */
export function pieceKey(piece) {
  return `piece.${colourOf(piece)}.${piece.toUpperCase()}`;
}

/**
 * The position string of public information that the server judges.
 * @param {{board: string, unseen: string, quiet: number}} game
 * @param {'red' | 'black' | null} turn
 */
export function positionString(game, turn) {
  const ranks = Array.from({ length: 8 }, (_, i) => game.board.slice(28 - 4 * i, 32 - 4 * i));
  const squeezed = ranks.map((rank) => rank.replace(/\.+/g, (run) => String(run.length)));
  return `${squeezed.join('/')} ${turn ? turn[0] : '-'} ${game.unseen || '-'} ${game.quiet}`;
}

/**
 * How many of each kind stand in a string of letters, in set order.
 * @param {string} letters @param {'red' | 'black'} colour
 */
export function countKinds(letters, colour, ladder = KINDS) {
  return [...ladder].map((kind) => {
    const piece = colour === 'red' ? kind : kind.toLowerCase();
    return { piece, count: letters.split(piece).length - 1 };
  });
}

/** Captured letters grouped in set order, absent kinds left out. @param {string} letters */
export function grouped(letters) {
  return [...countKinds(letters, 'red'), ...countKinds(letters, 'black')].filter((g) => g.count > 0);
}

/** Which rule forbids this move just now; empty when it is not known. @param {import('../wire.d.ts').Game} game @param {string} action */
export function ruleThatBars(game, action) {
  return game.barred_by?.[game.barred.indexOf(action)] ?? '';
}
