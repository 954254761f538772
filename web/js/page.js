/**
 * What a player can ask of the page, as plain functions for the screens: navigation, rooms,
 * commands, settings. The screens know this and the state, nothing below.
 */

import { newId, newToken } from './net/ids.js';
import { address, call } from './net/api.js';
import { isOther, mayRenew } from './net/renew.js';
import { dropSeat, draftToken, endDraft, isMuted, isWatching, keepMuted, keepSeat, seatOf, unwatch, watch } from './net/seats.js';
import { wasNumbered } from './core/names.js';
import { leaveQuietly, openSession } from './session.js';
import { parsePath, pathOf, seatInHash } from './core/route.js';
import { storePrefs } from './stored.js';

/**
 * @typedef {import('./store.js').Store} Store
 * @typedef {import('./core/route.js').Route} Route
 * @typedef {import('./wire.d.ts').Command} Command
 * @typedef {import('./state.d.ts').RoomAction} RoomAction
 * @typedef {ReturnType<typeof createPage>} Page
 */

/** @param {Store} store */
export function createPage(store) {
  /** @type {import('./session.js').Session | null} */
  let session = null;
  let sessionCode = '';
  let visit = 0;
  /** A record on its way to the replay. */
  let handed = '';

  const state = () => store.get();
  /** @param {RoomAction} action */
  const room = (action) => {
    const code = state().room?.code;
    if (code) store.dispatch({ type: 'room', code, action });
  };

  /** @param {Route} route @param {'push' | 'replace' | 'none'} [history] */
  function go(route, history = 'push') {
    const path = address(pathOf(route));
    const isStale = route.name === 'home' && history === 'push' && isOther(state().room?.build);
    if (isStale && mayRenew()) return location.assign(path);
    if (history === 'push' && path !== location.href.replace(/#seat=.*/, '')) window.history.pushState(null, '', path);
    if (history === 'replace') window.history.replaceState(null, '', path);
    if (route.name !== 'room' || route.code !== sessionCode) closeSession();
    store.dispatch({ type: 'navigate', route });
    if (route.name === 'room' && !session) void enter(route.code);
  }

  /** Follows the address bar: at the start and after Back. */
  function follow() {
    const route = parsePath(location.pathname, location.hash);
    const token = route.name === 'room' ? seatInHash(location.hash) : null;
    if (route.name === 'room' && token) keepSeat(route.code, { seat: 'both', token });
    go(route, 'replace');
  }

  function closeSession() {
    session?.close();
    session = null;
    sessionCode = '';
    visit += 1;
  }

  /** Opens a room: with a seat or as a known spectator at once, otherwise its card first. @param {string} code */
  async function enter(code) {
    room({ type: 'mute', on: isMuted(code) });
    const seat = seatOf(code);
    if (seat) return connect(code, { token: seat.token, borrowed: seat.borrowed });
    if (isWatching(code)) return connect(code, { token: null, borrowed: false });
    await showCard(code);
  }

  /** @param {string} code */
  async function showCard(code) {
    const mine = visit;
    const answer = await call('GET', `api/rooms/${code}`);
    if (mine !== visit) return;
    if (answer.ok) room({ type: 'card', card: /** @type {any} */ (answer.data) });
    else room({ type: 'gone', reason: answer.code });
  }

  /** @param {string} code @param {{token: string | null, borrowed: boolean}} seat */
  function connect(code, seat) {
    closeSession();
    sessionCode = code;
    session = openSession(store, code, seat, () => go({ name: 'home' }));
  }

  /** @param {import('./wire.d.ts').CreateRoom} body */
  async function createRoom(body) {
    const mine = visit;
    const request = `create ${JSON.stringify(body)}`;
    const token = draftToken(request, newToken);
    const answer = await call('POST', 'api/rooms', { ...body, token });
    if (!answer.ok) return answer;
    endDraft(request);
    const seated = /** @type {import('./wire.d.ts').Seated} */ (answer.data);
    keepSeat(seated.code, { seat: body.opponent === 'local' ? 'both' : seated.seat, token: seated.token });
    if (mine === visit) go({ name: 'room', code: seated.code });
    return answer;
  }

  /** @param {string} key @param {import('./ui/dom.js').Params} [params] @param {boolean} [toast] */
  function tellHere(key, params = {}, toast = true) {
    store.dispatch({ type: 'tell', region: 'say', sentences: [{ key, params }], toast });
  }

  /** The server's answer; null for a refusal that comes after the reader has left. @param {string} code @param {string} name */
  async function join(code, name) {
    const mine = visit;
    const token = draftToken(`join ${code}`, newToken);
    const answer = await call('POST', `api/rooms/${code}/seats`, name ? { name, token } : { token });
    if (!answer.ok) return mine === visit ? answer : null;
    endDraft(`join ${code}`);
    const seated = /** @type {import('./wire.d.ts').Seated} */ (answer.data);
    keepSeat(code, { seat: seated.seat, token: seated.token });
    if (mine !== visit) return answer;
    connect(code, { token: seated.token, borrowed: false });
    const called = seated.room.seats[seated.seat]?.name ?? '';
    if (wasNumbered(name, called)) tellHere('say.numbered', { name: { name: called } });
    return answer;
  }

  return {
    go, follow, createRoom, join, room,
    send: (/** @type {Command} */ command) => void session?.send(command),
    ask: (/** @type {Command} */ command) => answered(store, command, session?.send(command)),
    watch(/** @type {string} */ code) {
      watch(code);
      connect(code, { token: null, borrowed: false });
    },
    /** Hears the others in this room no more, or again. @param {boolean} isOn */
    mute(isOn) {
      keepMuted(sessionCode, isOn);
      room({ type: 'mute', on: isOn });
    },
    /** Back to the card, to take a seat or another one in this tab. @param {string} code */
    async reconsider(code) {
      closeSession();
      unwatch(code);
      room({ type: 'reset' });
      await showCard(code);
    },
    /** Without the seat that is not valid any more. @param {string} code */
    async forget(code) {
      const seat = seatOf(code);
      if (seat) dropSeat(code, seat.token);
      await this.reconsider(code);
    },
    /** Gives a seat up without showing its room. @param {string} code */
    async leaveRoom(code) {
      const seat = seatOf(code);
      const isLeft = seat !== null && await leaveQuietly(code, seat.token);
      if (isLeft) dropSeat(code, seat.token);
      return isLeft;
    },
    reload(/** @type {string} */ code) {
      closeSession();
      room({ type: 'reset' });
      void enter(code);
    },
    /** Opens a record that is here as a text. @param {string} record */
    review(record) {
      handed = record;
      go({ name: 'replay', game: null });
    },
    /** The record that was handed over, once. */
    takeRecord() {
      const record = handed;
      handed = '';
      return record;
    },
    retryNow: () => session?.retryNow(),
    wake: () => session?.wake(),
    suspend: () => session?.suspend(),
    resume: () => session?.resume(),
    async loadMenu() {
      if (state().menu) return true;
      const answer = await call('GET', 'api/rules');
      if (answer.ok) store.dispatch({ type: 'menu', menu: /** @type {any} */ (answer.data) });
      return answer.ok;
    },
    setPrefs(/** @type {Partial<import('./core/prefs.js').Prefs>} */ patch) {
      const prefs = { ...state().prefs, ...patch };
      store.dispatch({ type: 'prefs', prefs });
      storePrefs(prefs);
    },
    tell: tellHere,
    state,
    newId,
  };
}

/**
 * Waits for the server's word on a command that was sent.
 * @param {Store} store @param {Command} command @param {string | undefined} id
 * @returns {Promise<{ok: true} | {ok: false, code: string}>}
 */
function answered(store, command, id) {
  return new Promise((resolve) => {
    const look = () => {
      const s = store.get().room;
      if (id && s?.stage === 'live' && s.pending.some((p) => p.id === id)) return;
      unsubscribe();
      const refusal = s?.refusal?.about === command.type ? s.refusal.code : null;
      if (!id || s?.stage !== 'live') resolve({ ok: false, code: 'no_server' });
      else resolve(refusal === null ? { ok: true } : { ok: false, code: refusal });
    };
    const unsubscribe = store.subscribe(look);
    look();
  });
}
