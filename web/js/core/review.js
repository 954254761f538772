/** What a review says, as sentences and numbers to be shown. Values are expected points, 1 a win. */

import { nameOf } from './facts.js';
import { threatSentence } from './insight.js';
import { pieceKey } from './notation.js';

/**
 * @typedef {import('../state.d.ts').Sentence} Sentence
 * @typedef {import('../wire.d.ts').Seat} Seat
 * @typedef {{ply: number, by: Seat, move: string, best: string, best_value: number, value: number,
 *   gave_away: number, luck: number, chances: number, could?: Record<string, [number, number]>,
 *   threats?: {before: string[], after: string[]}}} JudgedPly
 * @typedef {{plies: number, flips: number, gave_away: number, luck: number}} Sums
 * @typedef {{plies: JudgedPly[], players: Record<Seat, Sums>, turning_points: number[]}} Review
 */

/** What is given away and cannot be felt: two actions so close are as good as each other. */
const EQUAL = 0.02;

/** Points with their sign. @param {number} value @param {string} language */
export function points(value, language) {
  const rounded = Math.round(value * 100) / 100;
  return new Intl.NumberFormat(language, {
    minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero',
  }).format(rounded === 0 ? 0 : rounded);
}

/** @param {string} action @returns {import('./i18n.js').Param} */
function named(action) {
  return action.length === 2
    ? { t: 'review.flip', params: { square: action } }
    : { t: 'review.move', params: { from: action.slice(0, 2), to: action.slice(2) } };
}

/** The sentences about one ply. @param {JudgedPly} judged @param {string} language @returns {Sentence[]} */
export function plySentences(judged, language) {
  const { best, best_value: bestValue, value, gave_away: gave } = judged;
  const told = (/** @type {number} */ number) => points(number, language);
  /** @type {Sentence[]} */
  const sentences = [gave < EQUAL
    ? { key: 'review.good', params: { value: told(value) } }
    : { key: 'review.better', params: { best: named(best), value: told(value), bestValue: told(bestValue), gave: told(gave) } }];
  if (judged.could) sentences.push({ key: luckKey(judged.luck), params: { luck: told(judged.luck) } });
  return sentences;
}

/** @param {number} luck */
function luckKey(luck) {
  if (Math.abs(luck) < EQUAL) return 'review.luck.none';
  return luck > 0 ? 'review.luck.good' : 'review.luck.bad';
}

/**
 * What could have come up, the best for the player first, each with how many and how likely.
 * @param {JudgedPly} judged @param {string} language
 * @returns {{piece: string, count: number, percent: number, name: string, value: string, came: boolean}[]}
 */
export function couldHave(judged, language) {
  const came = judged.move.charAt(3);
  const could = Object.entries(judged.could ?? {});
  const all = could.reduce((sum, [, [count]]) => sum + count, 0);
  return could.sort(([, [, one]], [, [, other]]) => other - one).map(([piece, [count, value]]) => ({
    piece, count, percent: Math.round((100 * count) / all), name: pieceKey(piece), value: points(value, language), came: piece === came,
  }));
}

/**
 * What the other could take before a flip and after it; null for any other ply.
 * @param {JudgedPly} judged @param {readonly string[]} boards  at the start and after each ply
 * @returns {{before: Sentence[], after: Sentence[]} | null}
 */
export function threatsAround({ ply, threats }, boards) {
  if (!threats) return null;
  const told = (/** @type {readonly string[]} */ captures, /** @type {string} */ board) => (
    captures.length ? captures.map((capture) => threatSentence(board, capture)) : [{ key: 'replay.threats.none' }]);
  return { before: told(threats.before, boards[ply - 1] ?? ''), after: told(threats.after, boards[ply] ?? '') };
}

/** The two sums side by side. @param {Review} review @param {import('../state.d.ts').RoomState} room @param {string} language */
export function sums(review, room, language) {
  return /** @type {Seat[]} */ (['host', 'guest']).map((seat) => ({
    name: nameOf(room, seat),
    gave: points(-review.players[seat].gave_away, language),
    luck: points(review.players[seat].luck, language),
  }));
}

/**
 * The line of the host's chances as the points of a polyline: 100 wide, 40 high.
 * @param {Review} review
 */
export function chart(review) {
  const values = review.plies.map(({ chances }) => chances);
  const step = values.length > 1 ? 100 / (values.length - 1) : 0;
  return values.map((value, i) => `${(i * step).toFixed(2)},${(20 - 19 * value).toFixed(2)}`).join(' ');
}

/** Where a ply stands on that line, from 0 to 100. @param {Review} review @param {number} ply */
export function placeOf(review, ply) {
  const last = Math.max(1, review.plies.length - 1);
  return Math.min(100, Math.max(0, (100 * (ply - 1)) / last));
}
