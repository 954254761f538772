/** The record of a game as this tab has seen it, for when the server has none any more. */

import { colourOf, parsePly, positionString, boardAfter } from './notation.js';

/** @typedef {import('../state.d.ts').RoomState} RoomState */

/** A record as JSON, as far as the game was played; what lay face down is in none. @param {RoomState} s @param {Date} today */
export function ownRecord(s, today) {
  const { game, moves } = s;
  if (!game) return '';
  return JSON.stringify({
    format: 1, room: '', number: game.number, rules: s.rules, first: game.first,
    names: { host: s.room?.seats.host?.name ?? null, guest: s.room?.seats.guest?.name ?? null },
    colors: game.colors, start: startOf(game, moves), moves, result: game.result, deal: null,
    date: today.toISOString().slice(0, 10),
  }, null, 1);
}

/** The position before the first ply. @param {import('../wire.d.ts').Game} game @param {string[]} moves */
function startOf(game, moves) {
  const board = boardAfter(game.board, moves, 0);
  const flipped = moves.map(parsePly).map((ply) => (ply.kind === 'flip' ? ply.piece : '')).join('');
  const unseen = [...ORDER].map((letter) => letter.repeat((game.unseen + flipped).split(letter).length - 1)).join('');
  const faceUp = /[a-z]/i.exec(board)?.[0];
  const first = faceUp && game.colors ? game.colors[game.first] : null;
  return positionString({ board, unseen, quiet: 0 }, faceUp ? first ?? colourOf(faceUp) : null);
}

const ORDER = 'GAERHCSgaerhcs';
