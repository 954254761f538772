/** The start of the page: language, store, screens, and what the browser tells about its life. */

import { newApp } from './core/app.js';
import { loadPieces } from './board/pieces.js';
import { createFrame } from './frame.js';
import { useLanguage } from './language.js';
import { persist } from './net/persist.js';
import { mayRenew } from './net/renew.js';
import { seatOf } from './net/seats.js';
import { createPage } from './page.js';
import { ahead } from './parts.js';
import { createScreens } from './screens.js';
import { createStore } from './store.js';
import { followPrefs, languageOf, storedPrefs } from './stored.js';
import { relabel } from './ui/dom.js';
import { endAlert, hush, speakNew, tuneLive } from './ui/live.js';
import { play, tune } from './ui/sounds.js';
import { nudgeOf } from './core/attention.js';
import { parsePath, seatInHash } from './core/route.js';
import { nudge } from './ui/attention.js';
import { keepAwake, stir } from './ui/wake.js';
import { lossOf } from './core/leaving.js';
import { followBack, holdBack } from './screens/leaving.js';

/** @typedef {import('./state.d.ts').AppState} AppState */

const TICK = 500;

async function start() {
  const route = parsePath(location.pathname);
  if (route.name === 'room') ahead(seatOf(route.code) || seatInHash(location.hash) ? 'game' : 'join');
  void persist(() => loadPieces().then(() => true, () => null));
  const prefs = storedPrefs();
  await persist(() => spoken(prefs.language));
  relabel(document.body);
  const store = createStore(newApp(prefs, { name: 'home' }));
  const page = createPage(store);
  const main = /** @type {HTMLElement} */ (document.getElementById('main'));
  const screens = createScreens(page, main);
  const frame = createFrame(page);
  const follow = follower(page, screens, frame);
  lifecycle(page, () => frame.update(store.get()));
  followPrefs((prefs) => store.dispatch({ type: 'prefs', prefs }));
  page.follow();
  store.subscribe(follow);
  follow(store.get());
  setInterval(() => {
    frame.tick(store.get());
    screens.tick(store.get());
  }, TICK);
}

/** The first sight waits for its sentences; meanwhile the page's own note says why. @param {string} wish */
async function spoken(wish) {
  const done = await useLanguage(languageOf(wish));
  if (!done) document.getElementById('unloaded')?.setAttribute('data-state', 'failed');
  return done;
}

/**
 * One pass from a state to everything that shows it.
 * @param {ReturnType<typeof createPage>} page
 * @param {ReturnType<typeof createScreens>} screens @param {ReturnType<typeof createFrame>} frame
 */
function follower(page, screens, frame) {
  let heard = 0;
  let heardRoom = 0;
  let room = '';
  /** @type {import('./state.d.ts').RoomState | null} */
  let before = null;
  let language = document.documentElement.lang;
  return (/** @type {AppState} */ state) => {
    if (state.prefs !== attuned) attune(state.prefs);
    const wanted = languageOf(state.prefs.language);
    if (wanted !== language) void change(wanted);
    look(state);
    screens.update(state);
    frame.update(state);
    if (state.room?.code !== room) heardRoom = 0;
    room = state.room?.code ?? '';
    speakNew(state.says, heard, play);
    if (isCutOff(before) && !isCutOff(state.room)) endAlert();
    speakNew(state.room?.says ?? [], heardRoom, play);
    heard = state.said;
    heardRoom = state.room?.said ?? 0;
    if (state.prefs.haptics) nudge(nudgeOf(before, state.room));
    if (before?.version !== state.room?.version) stir();
    before = state.room;
  };

  /** Draws what there is when the sentences have come, not what there was. @param {string} wanted @returns {Promise<void>} */
  async function change(wanted) {
    language = wanted;
    if (!(await useLanguage(wanted))) return page.tell('error.part');
    if (wanted !== language) return change(language);
    relabel(document.body);
    hush();
    screens.relabel();
    screens.update(page.state());
    frame.update(page.state());
  }
}

/** @param {import('./state.d.ts').RoomState | null} room */
function isCutOff(room) {
  return room !== null && room.conn.since !== null;
}

/** @type {import('./core/prefs.js').Prefs | null} */
let attuned = null;

/** What is heard: sounds, sentences, a voice. @param {import('./core/prefs.js').Prefs} prefs */
function attune(prefs) {
  tune(prefs);
  const isShort = prefs.detail === 'short';
  tuneLive(isShort, null);
  attuned = prefs;
  if (!prefs.speech) return;
  void import('./ui/speech.js').then(({ readAloud }) => { if (attuned === prefs) tuneLive(isShort, readAloud); }).catch(() => undefined);
}

/** @param {AppState} state */
function look({ prefs, room }) {
  const root = document.documentElement;
  root.dataset['theme'] = prefs.theme;
  root.dataset['distinct'] = prefs.distinct ? 'on' : 'off';
  root.dataset['captured'] = prefs.captured ? 'on' : 'off';
  root.dataset['unseen'] = prefs.unseen ? 'on' : 'off';
  holdBack(lossOf(room) !== null);
  const phase = room?.stage === 'live' ? room.room?.phase : null;
  keepAwake(prefs.awake && (phase === 'waiting' || phase === 'drawing' || phase === 'playing'));
}

/** @param {ReturnType<typeof createPage>} page @param {() => void} seen  somebody looks at the page again */
function lifecycle(page, seen) {
  const wake = () => {
    if (document.visibilityState !== 'visible') return;
    page.wake();
    stir();
    seen();
  };
  document.addEventListener('visibilitychange', wake);
  document.addEventListener('resume', wake);
  window.addEventListener('focus', wake);
  for (const touch of ['pointerdown', 'keydown']) document.addEventListener(touch, stir, { passive: true, capture: true });
  connection()?.addEventListener('change', wake);
  window.addEventListener('online', () => page.retryNow());
  window.addEventListener('offline', () => page.room({ type: 'network', online: false, now: Date.now() }));
  window.addEventListener('pagehide', () => page.suspend());
  window.addEventListener('pageshow', (event) => { if (event.persisted) page.resume(); });
  document.querySelector('.skip')?.addEventListener('click', (event) => {
    event.preventDefault(); // the address may name a lesson or a game
    document.getElementById('main')?.focus();
  });
  window.addEventListener('popstate', () => followBack(page));
  window.addEventListener('hashchange', () => page.follow());
  window.addEventListener('banqi-renew', () => { if (mayRenew()) location.reload(); });
}

/** What some browsers know of the network: from Wi-Fi to mobile, say, which kills every socket. @returns {EventTarget | undefined} */
function connection() {
  return Reflect.get(navigator, 'connection');
}

void start();
