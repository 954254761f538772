/**
 * The message slot of constant height: what it says now and which buttons it offers. One matter at
 * a time; a question the player opened is never replaced under the finger.
 */

import { secondsUntil } from './clock.js';
import { declinedSentence } from './declined.js';
import {
  absentSeat, computerSeat, drawState, isLocal, isPending, loudChases, mySeat, nameOf, otherSeat, pendingPlay, serverNow,
} from './facts.js';
import { inWords } from './movetext.js';
import { at, pieceKey } from './notation.js';
import { planSentence } from './premove.js';

/**
 * @typedef {import('../state.d.ts').RoomState} RoomState
 * @typedef {import('../state.d.ts').Sentence} Sentence
 * @typedef {'confirm' | 'keep' | 'retry' | 'unsend' | 'accept' | 'decline' | 'withdraw' | 'live' | 'back' | 'on'
 *   | 'win' | 'none' | 'wait' | 'card' | 'now' | 'unplan'} SlotAct
 * @typedef {{kind: string, sentence: Sentence, acts: SlotAct[]}} Slot
 */

/** @param {RoomState} s @param {number} now  client clock @returns {Slot | null} */
export function slotOf(s, now) {
  return asked(s) ?? disconnected(s, now) ?? offered(s) ?? past(s) ?? absent(s, now) ?? mine(s) ?? over(s) ?? declined(s, now) ?? plan(s) ?? thinking(s, now) ?? picking(s, now) ?? chase(s);
}

/** @param {RoomState} s @returns {Slot | null} */
function asked(s) {
  if (!s.asking) return null;
  return { kind: s.asking, sentence: question(s, s.asking), acts: ['confirm', 'keep'] };
}

/** @param {RoomState} s @param {NonNullable<import('../state.d.ts').Question>} asking @returns {Sentence} */
function question(s, asking) {
  if (asking === 'move') return { key: 'ask.move', params: { move: considered(s) } };
  if (asking !== 'leave') return { key: isLocal(s) && asking === 'resign' ? 'ask.resign.local' : `ask.${asking}` };
  if (s.room?.phase !== 'playing') return { key: 'ask.leave' };
  return { key: s.rules?.resignation ? 'ask.leave.resign' : 'ask.leave.none' };
}

/** The move that waits for a yes, in words. @param {RoomState} s @returns {import('./i18n.js').Param} */
function considered(s) {
  const board = s.game?.board ?? '';
  const [from, to] = [s.considered?.slice(0, 2) ?? '', s.considered?.slice(2) ?? ''];
  const taken = at(board, to);
  const { key, params } = inWords(taken === '.' ? `${from}-${to}` : `${from}x${to}=${taken}`, at(board, from));
  return { t: key, params: params ?? {} };
}

/** @param {RoomState} s @param {number} now @returns {Slot | null} */
function disconnected(s, now) {
  const { status, since } = s.conn;
  if (status !== 'reconnecting' && status !== 'offline' && status !== 'restarting') return null;
  const params = {
    n: since === null ? 0 : Math.max(0, Math.floor((now - since) / 1000)), time: { clock: (s.room?.expires_at ?? now) - s.skew },
  };
  if (pendingPlay(s)?.stored === null) return { kind: 'unsent', sentence: { key: 'conn.slot.unsent', params }, acts: ['retry', 'unsend'] };
  const key = status === 'restarting' && s.game?.clock?.running ? 'conn.slot.restarting.clock' : `conn.slot.${status}`;
  return { kind: status, sentence: { key, params }, acts: ['retry'] };
}

/** @param {RoomState} s @returns {Slot | null} */
function offered(s) {
  const by = s.game?.draw_offer;
  if (drawState(s) !== 'theirs' || !by) return null;
  return { kind: 'offered', sentence: { key: 'slot.offered', params: { name: nameOf(s, by) } }, acts: ['accept', 'decline'] };
}

/** @param {RoomState} s @returns {Slot | null} */
function past(s) {
  if (s.viewing === null) return null;
  const params = { n: s.viewing, total: s.moves.length };
  return { kind: 'past', sentence: { key: 'status.viewing', params }, acts: ['back', 'on', 'live'] };
}

/** @param {RoomState} s @param {number} now @returns {Slot | null} */
function absent(s, now) {
  const seat = absentSeat(s);
  const from = s.presence?.claim_at;
  if (!seat || from === null || from === undefined || now < s.claimLater) return null;
  const n = Math.max(secondsUntil(from, serverNow(s, now)), secondsUntil(s.claimRest, now));
  const name = nameOf(s, seat);
  if (isPending(s, 'claim')) return { kind: 'claiming', sentence: { key: 'slot.claiming' }, acts: [] };
  if (n > 0) return { kind: 'away', sentence: { key: 'slot.away', params: { name, n } }, acts: [] };
  /** @type {SlotAct[]} */
  const acts = s.rules?.resignation && s.room?.phase === 'playing' ? ['win', 'none', 'wait'] : ['none', 'wait'];
  return { kind: 'claim', sentence: { key: 'slot.claim', params: { name } }, acts };
}

/** @param {RoomState} s @returns {Slot | null} */
function mine(s) {
  return drawState(s) === 'mine' ? { kind: 'mine', sentence: { key: 'slot.mine' }, acts: ['withdraw'] } : null;
}

/** @param {RoomState} s @returns {Slot | null} */
function over(s) {
  if (!s.game?.result || !s.cardHidden) return null;
  const sentence = s.declined?.what === 'rematch' ? declinedSentence(s) : { key: 'slot.over' };
  return { kind: 'over', sentence, acts: ['card'] };
}

/** An answer is to be read for so long, ms. */
const ANSWER_MS = 8000;

/** @param {RoomState} s @param {number} now @returns {Slot | null} */
function declined(s, now) {
  if (s.declined?.what !== 'draw' || s.game?.result || serverNow(s, now) - s.declined.at > ANSWER_MS) return null;
  return { kind: 'declined', sentence: declinedSentence(s), acts: [] };
}

/** @param {RoomState} s @returns {Slot | null} */
function plan(s) {
  return s.premove ? { kind: 'planned', sentence: planSentence(s, s.premove), acts: ['unplan'] } : null;
}

/** Milliseconds after which the computer may be hurried: most of its answers come sooner. */
const THINKS_LONG = 800;

/** @param {RoomState} s @param {number} now @returns {Slot | null} */
function thinking(s, now) {
  if (s.room?.phase !== 'playing' || !mySeat(s) || computerSeat(s) !== s.game?.turn) return null;
  if (serverNow(s, now) - s.turned < THINKS_LONG) return null;
  if (s.hurried === s.game.ply) return { kind: 'hurried', sentence: { key: 'slot.hurried' }, acts: [] };
  return { kind: 'thinking', sentence: { key: 'slot.thinking' }, acts: ['now'] };
}

/** Milliseconds after which a draw for the first move is a long one. */
const PICKS_LONG = 20_000;

/** Nobody is hurried: it is only said what is waited for. @param {RoomState} s @param {number} now @returns {Slot | null} */
function picking(s, now) {
  const draw = s.room?.phase === 'drawing' ? s.room.draw_for_first : null;
  const me = mySeat(s);
  if (!draw || !me || draw.tiles || serverNow(s, now) - s.turned < PICKS_LONG) return null;
  if (draw[me] === null) return { kind: 'pick', sentence: { key: 'slot.pick' }, acts: [] };
  const other = otherSeat(me);
  return draw[other] === null ? { kind: 'pick', sentence: { key: 'slot.picking', params: { name: nameOf(s, other) } }, acts: [] } : null;
}

/** The longest running chase from the third on. @param {RoomState} s @returns {Slot | null} */
function chase(s) {
  const sentence = chaseSentences(s)[0];
  return sentence ? { kind: 'chase', sentence, acts: [] } : null;
}

/** @param {RoomState} s @returns {Sentence[]} */
export function chaseSentences(s) {
  const board = s.game?.board ?? '';
  const limit = s.rules?.chase_limit ?? 0;
  return [...loudChases(s)].sort((a, b) => b.count - a.count).map(({ piece, target, count }) => ({
    key: count >= limit ? 'slot.chase.full' : 'slot.chase',
    params: {
      piece: named(at(board, piece)), from: piece, target: named(at(board, target)), to: target, n: count, limit,
    },
  }));
}

/** @param {string} letter */
function named(letter) {
  return { t: /[a-z]/i.test(letter) ? pieceKey(letter) : 'piece.any' };
}
