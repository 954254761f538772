/** One skill that a player keeps in mind in the next game with the computer. Pure. */

import { computerSeat, mySeat } from './facts.js';

/**
 * @typedef {import('../state.d.ts').RoomState} RoomState
 * @typedef {{skill: string, game: string | null}} Kept  `game`: in which its reminder is shown, null before one begins
 */

export const SKILLS = /** @type {const} */ (['count', 'screens', 'threats', 'flip', 'general', 'equals']);

/** Plies after which a game is not a next one any more: the computer may have begun. */
const BEGINNING = 2;

/** What a lesson has taught. @type {Record<string, string>} */
const TAUGHT = {
  flip: 'flip', ranks: 'threats', equal: 'equals', general: 'general', cannon: 'screens', screens: 'screens', aim: 'screens',
  safe: 'threats', unseen: 'count', counts: 'count', chances: 'count', reveal: 'flip',
};

/** @param {string} lesson */
export function skillOf(lesson) {
  return TAUGHT[lesson] ?? SKILLS[0];
}

/** What is kept once this room was seen: a pick belongs to the first game that begins after it. @param {Kept | null} kept @param {RoomState} s @returns {Kept | null} */
export function keptIn(kept, s) {
  const here = gameHere(s);
  if (!kept || here === null || kept.game === here || (s.game?.ply ?? 0) > BEGINNING) return kept;
  return kept.game === null ? { ...kept, game: here } : null;
}

/** The skill whose reminder is shown now, or null. @param {Kept | null} kept @param {RoomState} s */
export function skillShown(kept, s) {
  return kept && kept.game !== null && kept.game === gameHere(s) ? kept.skill : null;
}

/** Which game is being played here against the computer, if any. @param {RoomState} s */
function gameHere(s) {
  if (s.room?.phase !== 'playing' || !mySeat(s) || !computerSeat(s) || !s.game) return null;
  return `${s.code} ${s.game.number}`;
}
