/**
 * Whether the other player has turned down what this one offered. The server tells only that an offer
 * stands no more; that it was not taken back by its own maker is what this tab remembers.
 */

import { mySeat, nameOf, otherSeat } from './facts.js';

/**
 * @typedef {import('../state.d.ts').RoomState} RoomState
 * @typedef {import('../state.d.ts').Sentence} Sentence
 * @typedef {import('../wire.d.ts').Command} Command
 */

/** The draw was, or the rematch; null if neither. @param {RoomState} before @param {RoomState} after @returns {'draw' | 'rematch' | null} */
export function turnedDown(before, after) {
  const me = mySeat(after);
  if (!me || after.withdrawn || before.game?.number !== after.game?.number) return null;
  if (before.game?.draw_offer === me && after.game && !after.game.draw_offer && !after.game.result) return 'draw';
  const isOver = before.room?.phase === 'over' && after.room?.phase === 'over' && !!after.room.seats[otherSeat(me)];
  return isOver && before.room?.rematch.includes(me) && !after.room?.rematch.includes(me) && !wasChanged(before, after) ? 'rematch' : null;
}

/** Other rules or another clock. @param {RoomState} before @param {RoomState} after */
export function wasChanged(before, after) {
  return JSON.stringify([before.rules, before.room?.clock]) !== JSON.stringify([after.rules, after.room?.clock]);
}

/** What is told of it from now on. @param {RoomState} before @param {RoomState} after @param {number} now  server time @returns {RoomState['declined']} */
export function declinedAfter(before, after, now) {
  const what = turnedDown(before, after);
  if (what) return { what, at: now };
  return before.game?.number === after.game?.number ? before.declined : null;
}

/** An own wish forgets the last answer; one that is taken back gets none. @param {RoomState} s @param {Command} command @returns {Pick<RoomState, 'declined' | 'withdrawn'>} */
export function afterWish({ declined, withdrawn }, command) {
  const isRematch = command.type === 'rematch';
  if (command.type === 'offer_draw' || (isRematch && command.accept)) return { declined: null, withdrawn: false };
  return { declined, withdrawn: withdrawn || command.type === 'decline_draw' || isRematch };
}

/** @param {RoomState} s @returns {Sentence} */
export function declinedSentence(s) {
  const me = mySeat(s);
  const key = s.declined?.what === 'rematch' ? 'say.rematch.off' : 'slot.declined';
  return { key, params: { name: me ? nameOf(s, otherSeat(me)) : '' } };
}
