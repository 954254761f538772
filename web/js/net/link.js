/**
 * One room's socket: hello first, pings, and coming back after every loss. Knows timing and
 * closing, not what the messages mean.
 *
 * A ping follows each pong by 2.5 s; without a pong for 9 s (3 s after waking) the socket is
 * dropped. It knocks again for ever, unless the server said that this is final.
 */

import { judgeClose } from '../core/retry.js';
import { newId } from './ids.js';

/**
 * @typedef {import('../wire.d.ts').ServerMessage} ServerMessage
 * @typedef {{
 *   url: string, token: string | null,
 *   onConnecting: () => void,
 *   onMessage: (message: ServerMessage) => void,
 *   onPong: (sentAt: number, serverNow: number, version: number) => void,
 *   onLost: (wait: number, restarting: boolean) => void,
 *   onFinal: (reason: string) => void,
 * }} LinkOptions
 * @typedef {{send: (message: object) => boolean, wake: () => void, retryNow: () => void, close: () => void, open: () => void}} Link
 */

const PING_AFTER = 2500;
const PONG_WITHIN = 9000;
const AWAKE_WITHIN = 3000;
/** A page that wakes does not ask a line that was silent for so long, but takes a new one. */
const STALE = 5000;
/** An attempt to connect that takes longer has probably met a network that is gone. */
const HANGING = 2000;

/** @param {LinkOptions} options @returns {Link} */
export function createLink(options) {
  /** @type {WebSocket | null} */
  let socket = null;
  /** @type {{code: string, retry: boolean} | null} */
  let bye = null;
  let failures = 0;
  let isWelcome = false;
  let isClosed = false;
  /** The server said that this is final: nobody knocks again. */
  let isOver = false;
  let heardAt = 0;
  let begunAt = 0;
  let pingedAt = 0;
  /** @type {Record<'retry' | 'ping' | 'pong', ReturnType<typeof setTimeout> | undefined>} */
  const timers = { retry: undefined, ping: undefined, pong: undefined };

  const stop = () => Object.values(timers).forEach((timer) => clearTimeout(timer));

  function open() {
    if (isOver) return;
    isClosed = false;
    stop();
    bye = null;
    isWelcome = false;
    options.onConnecting();
    const fresh = new WebSocket(options.url);
    begunAt = Date.now();
    socket = fresh;
    expectPong(PONG_WITHIN);
    fresh.onopen = () => fresh.send(JSON.stringify(hello(options.token)));
    fresh.onmessage = (event) => { if (socket === fresh) receive(String(event.data)); };
    fresh.onclose = (event) => { if (socket === fresh) lost(event.code); };
  }

  /** @param {string} text */
  function receive(text) {
    const message = parse(text);
    if (!message) return;
    heardAt = Date.now();
    if (message.type === 'pong') return ponged(message);
    if (message.type === 'bye') bye = { code: message.code, retry: message.retry };
    if (message.type === 'welcome' && !isWelcome) {
      isWelcome = true;
      failures = 0;
      clearTimeout(timers.pong);
      pingLater();
    }
    options.onMessage(message);
  }

  /** @param {import('../wire.d.ts').Pong} pong */
  function ponged(pong) {
    clearTimeout(timers.pong);
    options.onPong(pingedAt, pong.now, pong.version);
    pingLater();
  }

  function pingLater() {
    clearTimeout(timers.ping);
    timers.ping = setTimeout(ping, PING_AFTER);
  }

  function ping(within = PONG_WITHIN) {
    clearTimeout(timers.ping);
    if (!send({ type: 'ping', id: newId() })) return;
    pingedAt = Date.now();
    expectPong(within);
  }

  /** @param {number} within */
  function expectPong(within) {
    clearTimeout(timers.pong);
    timers.pong = setTimeout(drop, within);
  }

  /** Gives the socket up without waiting for its close. */
  function drop() {
    const old = socket;
    socket = null;
    old?.close();
    lost(1006);
  }

  /** @param {number} code */
  function lost(code) {
    stop();
    socket = null;
    if (isClosed) return;
    const verdict = judgeClose(code, bye, failures, Math.random());
    if (verdict.final) {
      isOver = true;
      return options.onFinal(verdict.reason);
    }
    failures += 1;
    timers.retry = setTimeout(open, verdict.wait);
    options.onLost(verdict.wait, verdict.restarting);
  }

  /** Only a line that was welcomed carries anything. @param {object} message */
  function send(message) {
    if (!isWelcome || socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    return true;
  }

  /** The page came back: is the line still alive? */
  function wake() {
    if (isClosed) return;
    if (socket && !isWelcome) return hasten();
    if (socket?.readyState !== WebSocket.OPEN || Date.now() - heardAt > STALE) retryNow();
    else ping(AWAKE_WITHIN);
  }

  /** An attempt that is under way is left to itself unless it hangs; the next ones come soon again. */
  function hasten() {
    failures = 0;
    if (Date.now() - begunAt > HANGING) retryNow();
  }

  function retryNow() {
    const old = socket;
    socket = null;
    old?.close();
    failures = 0;
    open();
  }

  function close() {
    isClosed = true;
    stop();
    socket?.close(1000);
    socket = null;
  }

  return { send, wake, retryNow, close, open };
}

/** @param {string | null} token */
function hello(token) {
  return token ? { type: 'hello', token, protocol: 1 } : { type: 'hello', protocol: 1 };
}

/** @param {string} text @returns {ServerMessage | null} */
function parse(text) {
  try {
    const message = JSON.parse(text);
    return typeof message?.type === 'string' ? message : null;
  } catch {
    return null;
  }
}
