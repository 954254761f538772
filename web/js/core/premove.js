/**
 * A move planned in the other's turn: at most one, kept in this tab alone, and sent only when the
 * turn has come and the server's list has it. Whatever makes the board uncertain drops it.
 */

import { colourOfSeat, isConnected, mySeat, turnOf } from './facts.js';
import { at, pieceKey } from './notation.js';

/**
 * @typedef {import('../state.d.ts').RoomState} RoomState
 * @typedef {import('../state.d.ts').Premove} Premove
 * @typedef {import('../state.d.ts').Sentence} Sentence
 */

/** May a move be planned now? An offered draw is answered first, by a person. @param {RoomState} s */
export function mayPlan(s) {
  return turnOf(s) === 'opp' && mySeat(s) !== null && s.viewing === null && isConnected(s) && !isOffered(s);
}

/** @param {RoomState} s */
function isOffered(s) {
  return !!s.game?.draw_offer && s.game.draw_offer !== s.you;
}

/** Is it at least an own piece that moves, or a face-down one that is turned over? @param {RoomState} s @param {string} action */
export function isPlan(s, action) {
  const letter = at(s.game?.board ?? '', action.slice(0, 2));
  if (action.length === 2) return letter === '?';
  const seat = mySeat(s);
  return seat !== null && /[a-z]/i.test(letter) && (letter === letter.toUpperCase() ? 'red' : 'black') === colourOfSeat(s, seat);
}

/** The plan after a wish for another one, or for none. @param {RoomState} s @param {string | null} action @returns {Premove | null} */
export function planned(s, action) {
  if (action === null || !s.game || !mayPlan(s) || !isPlan(s, action)) return null;
  return { game: s.game.number, ply: s.game.ply, action };
}

/**
 * What is left of the plan when the room has changed: it outlives only what leaves the board alone,
 * and the one ply it waited for, after which it is due.
 * @param {Premove | null} plan @param {RoomState} s  the state after the change @returns {Premove | null}
 */
export function keptPlan(plan, s) {
  const { game } = s;
  if (!plan || !game || game.number !== plan.game || s.room?.phase !== 'playing') return null;
  if (isOffered(s)) return null;
  if (game.ply === plan.ply) return plan;
  return isDue(plan, s) && game.legal.includes(plan.action) ? plan : null;
}

/** Has its turn come? @param {Premove} plan @param {RoomState} s */
export function isDue(plan, s) {
  return s.game?.number === plan.game && s.game.ply === plan.ply + 1 && turnOf(s) === 'me';
}

/** @param {RoomState} s @param {Premove} plan @returns {Sentence} */
export function planSentence(s, { action }) {
  const [from, to] = [action.slice(0, 2), action.slice(2)];
  if (!to) return { key: 'premove.flip', params: { square: from } };
  return { key: 'premove.move', params: { piece: { t: pieceKey(at(s.game?.board ?? '', from)) }, from, to } };
}
