/** What going away from a game costs. */

import { isConnected, mySeats, pendingPlay } from './facts.js';

/** @typedef {import('../state.d.ts').RoomState} RoomState */

/**
 * A move that was not sent, a clock that runs on, or nothing.
 * @param {RoomState | null} s @returns {'unsent' | 'clock' | null}
 */
export function lossOf(s) {
  if (s?.stage !== 'live' || s.room?.phase !== 'playing' || !mySeats(s).length) return null;
  const play = pendingPlay(s);
  if (play && !(play.sent && isConnected(s))) return 'unsent';
  return s.game?.clock?.running ? 'clock' : null;
}
