/** How a game ended, in sentences. */

import { mySeat, otherSeat, sideOf, nameOf } from './facts.js';

/**
 * @typedef {import('../state.d.ts').RoomState} RoomState
 * @typedef {import('../state.d.ts').Sentence} Sentence
 */

/** Won, lost or drawn, from the reader's side. @param {RoomState} s @returns {Sentence} */
export function resultTitle(s) {
  const result = s.game?.result;
  if (!result) return { key: 'over.none' };
  if (!result.winner) return { key: isDraw(result.reason) ? 'over.draw' : 'over.none' };
  const me = mySeat(s);
  if (me) return { key: result.winner === me ? 'over.won' : 'over.lost' };
  return { key: 'over.wins', params: { side: sideOf(s, result.winner) } };
}

/** @param {string} reason */
function isDraw(reason) {
  return !['abandonment', 'too_long'].includes(reason);
}

/** Why it ended. @param {RoomState} s @returns {Sentence} */
export function resultReason(s) {
  const result = s.game?.result;
  if (!result) return { key: 'over.none' };
  const { winner, reason } = result;
  const limit = s.rules?.no_progress_limit ?? 0;
  if (!winner) return { key: `over.drawn.${reason}`, params: { n: limit } };
  const params = { winner: sideOf(s, winner), loser: sideOf(s, otherSeat(winner)) };
  return { key: `over.by.${reason}`, params };
}

/** @param {RoomState} s @returns {Sentence[]} */
export function resultSentences(s) {
  return [{ key: 'over.said', params: { title: asParam(resultTitle(s)), reason: asParam(resultReason(s)) } }];
}

/** @param {Sentence} sentence @returns {import('./i18n.js').Param} */
function asParam({ key, params }) {
  return params ? { t: key, params } : { t: key };
}

/** The stake with its calculation, or null. @param {RoomState} s @returns {Sentence | null} */
export function pointsSentence(s) {
  const result = s.game?.result;
  if (!result?.winner || !result.points || s.rules?.scoring !== 'stake') return null;
  const base = s.rules.stake_base || 1;
  const taken = s.game?.captured[otherSeat(result.winner)].length ?? 0;
  const params = {
    name: nameOf(s, result.winner), n: result.points, base, times: result.points / base, taken,
  };
  return { key: 'over.points', params };
}

/** How long it was: moves, and minutes where this tab saw it begin. @param {RoomState} s @returns {Sentence} */
export function factsSentence(s) {
  const n = s.game?.ply ?? 0;
  const minutes = s.began === null || s.ended === null ? 0 : Math.round((s.ended - s.began) / 60_000);
  return minutes > 0 ? { key: 'end.moves.minutes', params: { n, m: minutes } } : { key: 'end.moves', params: { n } };
}

/** Halves as people write them. @param {number} score */
export function scoreText(score) {
  const whole = Math.floor(score);
  if (score === whole) return String(whole);
  return whole ? `${whole}½` : '½';
}
