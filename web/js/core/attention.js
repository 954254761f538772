/** What is worth calling a player back to a tab that nobody sees, and what is worth a nudge of the hand. */

import { drawState, isLocal, mySeat, nameOf, otherSeat, rematchState, turnOf } from './facts.js';
import { parsePly } from './notation.js';

/**
 * @typedef {import('../state.d.ts').RoomState} RoomState
 * @typedef {import('../state.d.ts').Sentence} Sentence
 * @typedef {{key: string, sentence: Sentence}} Call  `key` is the same as long as it is the same call
 */

/** Why this player is waited for, or null. @param {RoomState | null} s @returns {Call | null} */
export function callOf(s) {
  const me = s && mySeat(s);
  if (!s || !me || s.stage !== 'live') return null;
  const name = nameOf(s, otherSeat(me));
  const at = `${s.code} ${s.game?.number ?? 0} ${s.game?.ply ?? 0}`;
  if (drawState(s) === 'theirs') return { key: `offer ${at}`, sentence: { key: 'slot.offered', params: { name } } };
  if (turnOf(s) === 'me') return { key: `turn ${at}`, sentence: { key: 'call.turn', params: { name } } };
  if (rematchState(s) === 'theirs') return { key: `rematch ${at}`, sentence: { key: 'rematch.is.theirs', params: { name } } };
  const draw = s.room?.phase === 'drawing' ? s.room.draw_for_first : null;
  return draw && draw[me] === null ? { key: `pick ${at}`, sentence: { key: 'status.pick' } } : null;
}

/**
 * A call that came while nobody looked, until somebody looks.
 * @param {{seen: string, call: Call | null}} before @param {Call | null} call @param {boolean} isHidden
 * @returns {{seen: string, call: Call | null}}
 */
export function attend(before, call, isHidden) {
  if (!isHidden) return { seen: call?.key ?? '', call: null };
  return { seen: before.seen, call: call && call.key !== before.seen ? call : null };
}

/** Milliseconds of a nudge: a capture, or the own turn. @param {RoomState | null} before @param {RoomState | null} after */
export function nudgeOf(before, after) {
  if (!before?.game || !after?.game || before.code !== after.code) return 0;
  const isNew = after.game.number === before.game.number && after.game.ply > before.game.ply;
  if (isNew && after.last && parsePly(after.last).kind === 'capture') return 30;
  const began = turnOf(after) === 'me' && turnOf(before) !== 'me';
  return began && !isLocal(after) ? 20 : 0;
}
