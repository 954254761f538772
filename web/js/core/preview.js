/** Looking at one's moves while the other is to move: what to ask the server, and what it answered. */

import { colourOfSeat, mySeat, turnOf } from './facts.js';
import { positionString } from './notation.js';

/** @typedef {import('../state.d.ts').RoomState} RoomState */

/** The position with the own side to move; null where there is nothing to ask. @param {RoomState} s */
export function previewOf(s) {
  const seat = mySeat(s);
  const colour = seat && colourOfSeat(s, seat);
  if (!s.game || !colour || turnOf(s) !== 'opp' || s.viewing !== null || isPreviewed(s)) return null;
  return { game: s.game.number, ply: s.game.ply, position: positionString(s.game, colour) };
}

/** Is the answer about the board as it stands? @param {RoomState} s */
function isPreviewed({ preview, game }) {
  return preview !== null && preview.game === game?.number && preview.ply === game.ply;
}

/** Where the own pieces could go just now. @param {RoomState} s @returns {readonly string[]} */
export function previewed(s) {
  if (!s.preview || !isPreviewed(s) || turnOf(s) !== 'opp') return [];
  return s.preview.legal.filter((action) => action.length === 4);
}
