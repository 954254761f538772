/**
 * A room that is open in this tab: the link's messages go into the store, the store's unsent
 * commands into the link. Holds no state of its own but the link.
 */

import { isConnected, turnOf } from './core/facts.js';
import { isDue } from './core/premove.js';
import { newId } from './net/ids.js';
import { createLink } from './net/link.js';
import { socketAddress } from './net/api.js';
import { hadNewRules, keepNewRules } from './net/newrules.js';
import { isRenewed, mayRenew } from './net/renew.js';
import { dropSeat, keepSeat } from './net/seats.js';

/**
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./state.d.ts').RoomAction} RoomAction
 * @typedef {import('./wire.d.ts').Command} Command
 * @typedef {{send: (command: Command) => string, wake: () => void, retryNow: () => void, close: () => void, suspend: () => void, resume: () => void}} Session
 */

/** Ends after which a token is worth nothing any more. */
const TOKEN_DEAD = new Set(['unauthorized', 'removed', 'room_not_found', 'room_closed']);

/** Is the seat given up after such an end? @param {string} reason */
function isLeft(reason) {
  return reason === 'done' || TOKEN_DEAD.has(reason);
}

/**
 * @param {Store} store @param {string} code @param {{token: string | null, borrowed: boolean}} seat
 * @param {(code: string) => void} onLeft  our own `leave` was stored
 * @returns {Session}
 */
export function openSession(store, code, seat, onLeft) {
  let ahead = 0;
  let leaving = '';
  let historyFor = '';
  /** @param {RoomAction} action */
  const dispatch = (action) => store.dispatch({ type: 'room', code, action });
  const room = () => {
    const state = store.get().room;
    return state?.code === code ? state : null;
  };

  const link = createLink({
    url: socketAddress(code),
    token: seat.token,
    onConnecting: () => dispatch({ type: 'connecting', now: Date.now(), borrowed: seat.borrowed }),
    onMessage(message) {
      const wasOver = !!room()?.game?.result;
      dispatch({ type: 'message', message, now: Date.now() });
      rememberNewRules(message.type === 'welcome');
      if (message.type === 'ack' && message.id === leaving) left();
      if (message.type === 'refused' && message.id === leaving && message.code !== 'unavailable') leaving = '';
      if (message.type === 'welcome') isRenewed();
      if (message.type === 'state' && message.game?.result && !wasOver) keepGame(message.game.number);
      if (message.type === 'welcome' && seat.token && message.you !== 'spectator') {
        keepSeat(code, { seat: message.you, token: seat.token });
      }
    },
    onPong(sentAt, serverNow, version) {
      dispatch({ type: 'pong', now: Date.now(), sentAt, serverNow });
      ahead = version > (room()?.version ?? version) ? ahead + 1 : 0;
      if (ahead > 1) link.retryNow();
    },
    onLost: (wait, restarting) => dispatch({ type: 'lost', now: Date.now(), wait, restarting, online: navigator.onLine }),
    onFinal(reason) {
      if (leaving && isLeft(reason)) return left();
      if (reason === 'outdated' && isIdle() && mayRenew()) return location.reload();
      if (seat.token && TOKEN_DEAD.has(reason)) dropSeat(code, seat.token);
      dispatch({ type: 'gone', reason });
    },
  });

  /** @param {boolean} isFresh  after a reload the state knows nothing of it */
  function rememberNewRules(isFresh) {
    const state = room();
    if (!state?.game || state.room?.phase !== 'over') return;
    if (state.newRules) keepNewRules(code, state.game.number);
    else if (isFresh && hadNewRules(code, state.game.number)) dispatch({ type: 'newRules' });
  }

  /** Where the page is kept for days without a network, the game is kept too. @param {number} number */
  function keepGame(number) {
    if (!navigator.serviceWorker?.controller) return;
    import('./net/records.js').then(({ readGame }) => readGame(code, number)).catch(() => undefined);
  }

  /** Nobody waits for a move that is being made here. */
  function isIdle() {
    const state = room();
    return state !== null && turnOf(state) !== 'me';
  }

  function left() {
    if (seat.token) dropSeat(code, seat.token);
    link.close();
    onLeft(code);
  }

  /** Sends what waits, once the line is up. */
  function flush() {
    const state = room();
    if (!state || !isConnected(state)) return;
    if (playPlanned(state)) return;
    const now = Date.now();
    const due = state.pending.filter((p) => !p.sent && p.notBefore <= now);
    const ids = due.filter(({ id, command }) => link.send({ ...command, id })).map((p) => p.id);
    if (ids.length) dispatch({ type: 'sent', ids });
    const resting = state.pending.find((p) => !p.sent && p.notBefore > now);
    if (resting) setTimeout(flush, resting.notBefore - now);
    askHistory(state);
  }

  /** A plan whose turn has come becomes a play, if the reader still wants such; true if it went. @param {import('./state.d.ts').RoomState} state */
  function playPlanned(state) {
    const plan = state.premove;
    if (!plan || !isDue(plan, state)) return false;
    if (store.get().prefs.premove) send({ type: 'play', game: plan.game, ply: plan.ply + 1, action: plan.action });
    else dispatch({ type: 'premove', action: null });
    return true;
  }

  /** Asks for a move list that does not fit, once per ply. @param {import('./state.d.ts').RoomState} state */
  function askHistory({ game, moves, version }) {
    const wanted = game && moves.length !== game.ply ? `${game.number} ${game.ply} ${version}` : '';
    if (!game || !wanted || wanted === historyFor) return;
    historyFor = wanted;
    send({ type: 'history', game: game.number });
  }

  /** Its id, by which the answer is known. @param {Command} command */
  function send(command) {
    const id = newId();
    dispatch({ type: 'queue', id, command, now: Date.now() });
    if (command.type === 'leave' && room()?.pending.some((p) => p.id === id)) leaving = id;
    return id;
  }

  const unsubscribe = store.subscribe(flush);
  link.open();
  return {
    send,
    wake: link.wake,
    retryNow: link.retryNow,
    suspend: link.close,
    resume: link.open,
    close() {
      unsubscribe();
      link.close();
    },
  };
}

/** Leaving must not keep anybody waiting longer than this, ms. */
const LEAVE_WITHIN = 6000;

/**
 * Opens a room only to leave it; false when the server did not confirm.
 * @param {string} code @param {string} token @returns {Promise<boolean>}
 */
export function leaveQuietly(code, token) {
  const id = newId();
  return new Promise((resolve) => {
    const settle = (/** @type {boolean} */ isLeft) => {
      clearTimeout(timer);
      link.close();
      resolve(isLeft);
    };
    const timer = setTimeout(() => settle(false), LEAVE_WITHIN);
    const link = createLink({
      url: socketAddress(code), token,
      onConnecting() {}, onPong() {}, onLost() {},
      onMessage(message) {
        if (message.type === 'welcome') link.send({ type: 'leave', id });
        if (message.type === 'ack' && message.id === id) settle(true);
        if (message.type === 'refused') settle(false);
      },
      onFinal: (reason) => settle(isLeft(reason)),
    });
    link.open();
  });
}
