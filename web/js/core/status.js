/** The status line: whose turn it is and what can be done, as one sentence; and the tab's title. */

import { clockText, remaining } from './clock.js';
import { spacedCode } from './code.js';
import {
  SEATS, colourOfSeat, computerSeat, isLocal, isSpectator, mySeat, nameOf, pendingPlay, serverNow, sideOf, turnOf,
} from './facts.js';
import { resultTitle } from './result.js';

/**
 * @typedef {import('../state.d.ts').RoomState} RoomState
 * @typedef {import('../state.d.ts').Sentence} Sentence
 */

/** @param {RoomState} s @returns {Sentence} */
export function statusOf(s) {
  if (s.viewing !== null) {
    return { key: 'status.viewing', params: { n: s.viewing, total: s.moves.length } };
  }
  const waiting = pendingPlay(s);
  if (waiting) return { key: waiting.sent ? 'status.sending' : 'status.unsent' };
  return turnSentence(s);
}

/** The status without what is only this tab's business. @param {RoomState} s @returns {Sentence} */
export function turnSentence(s) {
  switch (s.room?.phase) {
    case 'waiting': return { key: 'status.waiting' };
    case 'drawing': return drawingSentence(s);
    case 'playing': return playingSentence(s);
    case 'over': return resultTitle(s);
    default: return { key: 'status.loading' };
  }
}

/** The time that each has left; nothing in a game without a clock. @param {RoomState} s @param {number} now  client clock @returns {Sentence[]} */
export function clockSentences(s, now) {
  const times = s.game?.clock;
  if (!times) return [];
  return SEATS.map((seat) => ({ key: 'clock.left', params: { name: nameOf(s, seat), time: clockText(remaining(times, seat, serverNow(s, now))) } }));
}

/** @param {RoomState} s @returns {Sentence} */
function drawingSentence(s) {
  const draw = s.room?.draw_for_first;
  if (isLocal(s)) {
    const seat = draw?.host === null ? 'host' : 'guest';
    return { key: 'status.pick.local', params: { name: nameOf(s, seat) } };
  }
  const me = mySeat(s);
  if (me && draw?.[me] === null) return { key: 'status.pick' };
  return { key: 'status.picking' };
}

/** @param {RoomState} s @returns {Sentence} */
function playingSentence(s) {
  const turn = s.game?.turn;
  if (!turn) return { key: 'status.loading' };
  const name = nameOf(s, turn);
  const colour = colourOfSeat(s, turn);
  const side = sideOf(s, turn);
  if (isLocal(s)) {
    return colour ? { key: 'status.local', params: { side, name } } : { key: 'status.local.first', params: { name } };
  }
  if (turnOf(s) === 'me' && colour && isCornered(s)) return { key: 'status.only', params: { side, moves: waysOut(s) } };
  if (turnOf(s) === 'me') return colour ? { key: 'status.mine', params: { side } } : { key: 'status.mine.first' };
  if (computerSeat(s) === turn) return { key: colour ? 'status.thinking' : 'status.thinking.first', params: { side } };
  if (isSpectator(s) || !colour) return { key: colour ? 'status.watch' : 'status.theirs.first', params: { side, name } };
  return { key: 'status.theirs', params: { side, name } };
}

/** So few are left that they can be named. */
const FEW = 2;

/** Are all moves but one or two barred by the chase or repetition rule? @param {RoomState} s */
function isCornered({ game }) {
  return !!game?.barred.length && game.legal.length > 0 && game.legal.length <= FEW;
}

/** @param {RoomState} s */
function waysOut(s) {
  return (s.game?.legal ?? []).map((action) => (action.length === 4 ? `${action.slice(0, 2)}–${action.slice(2)}` : action)).join(', ');
}

/** The tab's title. @param {RoomState | null} s @returns {Sentence} */
export function titleOf(s) {
  if (!s) return { key: 'title.home' };
  const code = spacedCode(s.code);
  const name = s.room ? nameOf(s, s.game?.turn ?? 'guest') : '';
  switch (s.stage === 'live' ? s.room?.phase : null) {
    case 'waiting': return { key: 'title.waiting', params: { code } };
    case 'drawing': return { key: 'title.drawing', params: { code } };
    case 'playing': return turnOf(s) === 'me' && !isLocal(s)
      ? { key: 'title.mine', params: { code } } : { key: 'title.theirs', params: { code, name } };
    case 'over': return { key: 'title.over', params: { code, result: titleResult(s) } };
    default: return { key: 'title.room', params: { code } };
  }
}

/** @param {RoomState} s @returns {import('./i18n.js').Param} */
function titleResult(s) {
  const { key, params } = resultTitle(s);
  return params ? { t: key, params } : { t: key };
}
