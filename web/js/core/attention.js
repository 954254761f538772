/** What is worth calling a player back to a tab that nobody sees, and what is worth a nudge of the hand. */

import { drawState, isLocal, mySeat, nameOf, otherSeat, rematchState, turnOf } from './facts.js';
import { parsePly } from './notation.js';
import { resultTitle } from './result.js';

/**
 * @typedef {import('../state.d.ts').RoomState} RoomState
 * @typedef {import('../state.d.ts').Sentence} Sentence
 * @typedef {{key: string, sentence: Sentence, waits: boolean}} Call  `key` is the same as long as it is
 *   the same call; `waits`: something is to be done, which also calls in a tab that nobody has seen yet
 * @typedef {{seen: readonly string[] | null, call: Call | null}} Attention
 */

/** Nobody has looked yet. @type {Attention} */
export const UNSEEN = { seen: null, call: null };

/** Why this player is called, the most urgent first. @param {RoomState | null} s @returns {Call[]} */
export function callsOf(s) {
  const me = s && mySeat(s);
  if (!s || !me || s.stage !== 'live') return [];
  return [...waitedFor(s, me), ...news(s, me)];
}

/** @param {RoomState} s @param {import('../wire.d.ts').Seat} me @returns {Call[]} */
function waitedFor(s, me) {
  const params = { name: nameOf(s, otherSeat(me)) };
  const call = (/** @type {string} */ kind, /** @type {Sentence} */ sentence) => [{ key: `${kind} ${placeOf(s)}`, sentence, waits: true }];
  const draw = s.room?.phase === 'drawing' ? s.room.draw_for_first : null;
  return [
    ...(drawState(s) === 'theirs' ? call('offer', { key: 'slot.offered', params }) : []),
    ...(turnOf(s) === 'me' ? call('turn', { key: 'call.turn', params }) : []),
    ...(rematchState(s) === 'theirs' ? call('rematch', { key: 'rematch.is.theirs', params }) : []),
    ...(draw && draw[me] === null ? call('pick', { key: 'status.pick' }) : []),
  ];
}

/** @param {RoomState} s */
function placeOf(s) {
  return `${s.code} ${s.game?.number ?? 0} ${s.game?.ply ?? 0}`;
}

/** @param {RoomState} s @param {import('../wire.d.ts').Seat} me @returns {Call[]} */
function news(s, me) {
  const other = otherSeat(me);
  const isHere = !!s.room?.seats[other];
  const isOver = s.room?.phase === 'over';
  const over = isOver ? [{ key: `over ${placeOf(s)}`, sentence: resultTitle(s), waits: false }] : [];
  if (isHere) return [...over, { key: `joined ${s.code}`, sentence: { key: 'say.joined', params: { name: nameOf(s, other) } }, waits: false }];
  return [{ key: `left ${s.code}`, sentence: { key: 'say.left', params: { name: nameOf(s, other) } }, waits: false }, ...over];
}

/**
 * A call that came while nobody looked, until somebody looks.
 * @param {Attention} before @param {readonly Call[]} calls @param {boolean} isHidden @returns {Attention}
 */
export function attend(before, calls, isHidden) {
  const keys = calls.map(({ key }) => key);
  if (!isHidden) return { seen: keys, call: null };
  if (before.seen === null && !calls.length) return before;
  const seen = before.seen?.filter((key) => keys.includes(key)) ?? calls.filter(({ waits }) => !waits).map(({ key }) => key);
  return { seen, call: calls.find(({ key }) => !seen.includes(key)) ?? null };
}

/** Milliseconds of a nudge: a capture, or the own turn. @param {RoomState | null} before @param {RoomState | null} after */
export function nudgeOf(before, after) {
  if (!before?.game || !after?.game || before.code !== after.code) return 0;
  const isNew = after.game.number === before.game.number && after.game.ply > before.game.ply;
  if (isNew && after.last && parsePly(after.last).kind === 'capture') return 30;
  const began = turnOf(after) === 'me' && turnOf(before) !== 'me';
  return began && !isLocal(after) ? 20 : 0;
}
