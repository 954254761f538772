/** A room's state in this tab and the only function that makes a new one from it. */

import { afterWish } from './declined.js';
import { isConnected } from './facts.js';
import { droppedSentences, isMomentary, outlivesLine } from './momentary.js';
import { planSentence, planned } from './premove.js';
import { receive, tell, withoutPlan } from './receive.js';
import { endSentence } from './refusals.js';

/**
 * @typedef {import('../state.d.ts').RoomState} RoomState
 * @typedef {import('../state.d.ts').RoomAction} RoomAction
 * @typedef {import('../state.d.ts').Conn} Conn
 */

/** Above this round trip the connection is called slow, ms. */
const SLOW = 800;

/** @type {Conn} */
const NO_CONN = { status: 'idle', since: null, retryAt: null, rtt: null, lastSync: null, bye: null };

/** @param {string} code @returns {RoomState} */
export function newRoom(code) {
  return {
    code, stage: 'loading', card: null, gone: null, borrowed: false, conn: NO_CONN,
    you: null, version: -1, build: null, rules: null, room: null, game: null, moves: [], last: null, lastBy: null,
    presence: null, sat: { host: null, guest: null }, arriving: [], skew: 0, skewRtt: null, pending: [], refusal: null, asking: null, considered: null, viewing: null,
    panel: { tab: 'pieces', open: false }, claimLater: 0, declined: null, withdrawn: false, claimRest: 0, cardHidden: false, began: null, ended: null, turned: 0, hurried: null, premove: null, preview: null, newRules: false, drawSeen: null, sharedSeat: null,
    chat: { lines: [], read: 0, muted: false, returned: false },
    says: [], said: 0,
  };
}

/**
 * @param {RoomState} s @param {RoomAction} action
 * @returns {RoomState}
 */
export function reduceRoom(s, action) {
  switch (action.type) {
    case 'card': return { ...s, stage: 'join', card: action.card };
    case 'gone': return gone(s, action.reason);
    case 'reset': return { ...newRoom(s.code), said: s.said, chat: { ...newRoom(s.code).chat, muted: s.chat.muted } };
    case 'connecting': return connecting(s, action.borrowed);
    case 'lost': return lost(s, action);
    case 'network': return network(s, action.online, action.now);
    case 'pong': return pong(s, action);
    case 'message': return receive(s, action.message, action.now);
    case 'queue': return queue(s, action);
    case 'sent': return { ...s, pending: s.pending.map((p) => (action.ids.includes(p.id) ? { ...p, sent: true } : p)) };
    case 'cancel': return { ...s, pending: s.pending.filter((p) => p.id !== action.id) };
    case 'tell': return tell(s, { say: [], alert: [], [action.region]: action.sentences, sound: null, toast: action.toast ?? false });
    default: return reduceView(s, action);
  }
}

/** What only this tab sees. @param {RoomState} s @param {RoomAction} action @returns {RoomState} */
function reduceView(s, action) {
  switch (action.type) {
    case 'ask': return ask(s, action);
    case 'premove': return plan(s, action.action);
    case 'preview': return { ...s, preview: { game: action.game, ply: action.ply, legal: action.legal } };
    case 'view': return view(s, action.ply);
    case 'panel': return { ...s, panel: { tab: action.tab, open: action.open } };
    case 'hide': return { ...s, ...hidden(s, action) };
    case 'newRules': return { ...s, newRules: true };
    case 'mute': return { ...s, chat: { ...s.chat, muted: action.on } };
    case 'read': return { ...s, chat: { ...s.chat, read: s.chat.lines.at(-1)?.n ?? s.chat.read } };
    default: return s;
  }
}

/** @param {RoomState} s @param {string | null} action @returns {RoomState} */
function plan(s, action) {
  const premove = planned(s, action);
  if (!premove) return withoutPlan(s, 'premove.cancelled');
  return tell({ ...s, premove }, { say: [planSentence(s, premove), { key: 'premove.how' }], alert: [], sound: null });
}

/** Who looks back plans nothing. @param {RoomState} s @param {number | null} ply @returns {RoomState} */
function view(s, ply) {
  const viewing = viewable(s, ply);
  return { ...(viewing === null ? s : withoutPlan(s, 'premove.cancelled')), viewing };
}

/** @param {RoomState} s @param {Extract<RoomAction, {type: 'hide'}>} action @returns {Partial<RoomState>} */
function hidden(s, action) {
  switch (action.what) {
    case 'claim': return { claimLater: action.until };
    case 'card': return { cardHidden: !s.cardHidden };
    case 'draw': return { drawSeen: s.game?.number ?? null };
    default: return { sharedSeat: null };
  }
}

/** @param {RoomState} s @param {number | null} ply */
function viewable(s, ply) {
  if (ply === null || ply >= s.moves.length) return null;
  return Math.max(0, ply);
}

/** A new line knows nothing of what went into the old one. @param {RoomState} s @param {boolean} [borrowed] @returns {RoomState} */
function connecting(s, borrowed = s.borrowed) {
  const status = s.version < 0 ? /** @type {const} */ ('connecting') : s.conn.status;
  const after = { ...s, borrowed, pending: unsent(s), conn: { ...s.conn, status, retryAt: null } };
  const dropped = droppedSentences(s);
  return dropped.length ? tell(after, { say: [], alert: dropped, sound: null, toast: true }) : after;
}

/** What is stored need not go again; what is meant for the moment must not. @param {RoomState} s */
function unsent(s) {
  return s.pending.filter(outlivesLine).map((p) => (p.sent && p.stored === null ? { ...p, sent: false } : p));
}

/** A question that leads to what cannot be sent now is not asked. @param {RoomState} s @param {Extract<RoomAction, {type: 'ask'}>} action @returns {RoomState} */
function ask(s, { question, action }) {
  if (question && question !== 'move' && !isConnected(s)) return withoutLine(s);
  return { ...s, asking: question, considered: action ?? null };
}

/** @param {RoomState} s @param {string} reason @returns {RoomState} */
function gone(s, reason) {
  const sentence = endSentence(reason);
  const after = {
    ...s, stage: /** @type {const} */ ('gone'), gone: reason, pending: [], asking: null, premove: null,
    conn: { ...s.conn, status: /** @type {const} */ ('ended') },
  };
  return s.stage === 'live' ? tell(after, { say: [], alert: [sentence], sound: null }) : after;
}

/** @param {RoomState} s @param {Extract<RoomAction, {type: 'lost'}>} action @returns {RoomState} */
function lost(s, action) {
  const status = !action.online ? 'offline' : action.restarting || s.conn.status === 'restarting' ? 'restarting' : 'reconnecting';
  const since = s.conn.since ?? action.now;
  const after = {
    ...s, pending: unsent(s), asking: null, premove: null,
    conn: { ...s.conn, status, since, retryAt: action.now + action.wait, bye: null },
  };
  return toldOnce(s, /** @type {RoomState} */ (after));
}

/** @param {RoomState} s @param {boolean} isOnline @param {number} now @returns {RoomState} */
function network(s, isOnline, now) {
  if (isOnline || s.conn.status === 'offline' || s.conn.status === 'idle') return s;
  const conn = { ...s.conn, status: /** @type {const} */ ('offline'), since: s.conn.since ?? now };
  return toldOnce(s, { ...s, conn, premove: null });
}

/** The first sentence about a loss, not one per attempt. @param {RoomState} before @param {RoomState} after @returns {RoomState} */
function toldOnce(before, after) {
  const isFirst = before.conn.since === null && before.version >= 0;
  const plan = isFirst && before.premove ? [{ key: 'premove.cancelled' }] : [];
  const dropped = after.pending.length < before.pending.length ? droppedSentences(before) : [];
  const loss = isFirst ? [{ key: `conn.lost.${after.conn.status}` }] : [];
  return tell(after, { say: plan, alert: [...loss, ...dropped], sound: null, toast: dropped.length > 0 });
}

/** @param {RoomState} s @param {Extract<RoomAction, {type: 'pong'}>} action @returns {RoomState} */
function pong(s, { now, sentAt, serverNow }) {
  const rtt = Math.max(0, now - sentAt);
  const better = s.skewRtt === null || rtt <= s.skewRtt * 1.5;
  const skew = better ? serverNow - (sentAt + rtt / 2) : s.skew;
  const status = rtt > SLOW ? /** @type {const} */ ('slow') : /** @type {const} */ ('online');
  return { ...s, skew, skewRtt: better ? rtt : s.skewRtt, conn: { ...s.conn, status, since: null, retryAt: null, rtt, lastSync: now } };
}

/** Says why nothing is done. @param {RoomState} s @returns {RoomState} */
function withoutLine(s) {
  return tell(s, { say: [{ key: 'conn.wait' }], alert: [], sound: 'edge', toast: true });
}

/** @param {RoomState} s @param {Extract<RoomAction, {type: 'queue'}>} action @returns {RoomState} */
function queue(s, { id, command, now }) {
  if (isMomentary(command) && !isConnected(s)) return withoutLine(s);
  const pending = [...s.pending, { id, command, sent: false, at: now, notBefore: 0, stored: null }];
  const hurried = command.type === 'move_now' ? s.game?.ply ?? null : s.hurried;
  return { ...s, ...afterWish(s, command), pending, refusal: null, asking: null, hurried, premove: command.type === 'play' ? null : s.premove };
}
