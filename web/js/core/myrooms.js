/** The rooms this browser has a seat in: which comes first, and what is told about each. */

import { otherSeat } from './facts.js';

/**
 * @typedef {import('../wire.d.ts').RoomCard} RoomCard
 * @typedef {import('../wire.d.ts').Seat} Seat
 * @typedef {import('../state.d.ts').Sentence} Sentence
 * @typedef {'mine' | 'theirs' | 'both' | 'none'} Turn
 */

/** Where a player is waited for comes first, then what goes on. @type {readonly string[]} */
const ORDER = ['mine', 'theirs', 'both', 'drawing', 'waiting', 'over'];

/** @param {string} seat @returns {seat is Seat} */
function isSeat(seat) {
  return seat === 'host' || seat === 'guest';
}

/** A room in which this browser has nothing any more. @param {RoomCard} card @param {string} seat */
export function isDead(card, seat) {
  if (card.phase === 'closed') return true;
  return isSeat(seat) && card.opponent !== 'local' && card.seats[seat] === null;
}

/** @param {RoomCard} card @param {string} seat @returns {Turn} */
export function turnIn(card, seat) {
  if (card.phase !== 'playing') return 'none';
  if (card.opponent === 'local' || !isSeat(seat)) return 'both';
  return card.turn === seat ? 'mine' : 'theirs';
}

/** What goes on there. @param {RoomCard} card @param {string} seat @returns {Sentence} */
export function roomStatus(card, seat) {
  const turn = turnIn(card, seat);
  if (turn === 'none' || turn === 'both') return { key: `phase.${card.phase}` };
  if (turn === 'mine') return { key: 'home.turn.mine' };
  return { key: 'home.turn.theirs', params: { name: named(card, otherSeat(/** @type {Seat} */ (seat))) } };
}

/** Against whom. @param {RoomCard} card @param {string} seat @returns {Sentence | null} */
export function roomOpponent(card, seat) {
  if (card.opponent === 'local') return { key: 'home.local' };
  if (!isSeat(seat) || !card.seats[otherSeat(seat)]) return null;
  return { key: 'home.with', params: { name: named(card, otherSeat(seat)) } };
}

/** Smaller is sooner. @param {RoomCard | null} card @param {string} seat */
export function roomRank(card, seat) {
  if (!card) return ORDER.length;
  const turn = turnIn(card, seat);
  return ORDER.indexOf(turn === 'none' ? card.phase : turn);
}

/** @param {RoomCard} card @param {Seat} seat @returns {import('./i18n.js').Param} */
function named(card, seat) {
  const name = card.seats[seat]?.name;
  return name ? { name } : { t: `name.${seat}` };
}
