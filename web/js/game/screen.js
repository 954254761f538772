/** The game: strips, status line, board, message slot, action bar and panel, in one grid. */

import { createBoard } from '../board/board.js';
import { boardView } from '../core/boardview.js';
import { colourOfSeat, isFacingAway, isLocal, isSpectator, nearSeat, otherSeat, quietCount, turnOf } from '../core/facts.js';
import { ladder } from '../core/rulestext.js';
import { spacedCode } from '../core/code.js';
import { statusOf } from '../core/status.js';
import { worded } from '../language.js';
import { later } from '../ui/later.js';
import { play } from '../ui/sounds.js';
import { el, setData, show, t, tell } from '../ui/dom.js';
import { speak, toast } from '../ui/live.js';
import { onPageKey } from '../ui/pagekeys.js';
import { explain } from './explain.js';
import { answerKey } from './keys.js';
import { createBar } from './bar.js';
import { createEndCard, hasCard } from './endcard.js';
import { createPanel } from './panel.js';
import { createPreview } from './preview.js';
import { createReminder } from './reminder.js';
import { createSlot } from './slot.js';
import { createStrip } from './strips.js';

/** @typedef {import('../page.js').Page} Page */
/** @typedef {import('../state.d.ts').AppState} AppState */

/** @param {Page} page @param {string} code @returns {import('../screens.js').Screen} */
export function gameScreen(page, code) {
  const heading = el('h1', { class: 'sr', t: 'game.title', params: { code: spacedCode(code) }, attrs: { tabindex: '-1' } });
  const far = createStrip('far');
  const near = createStrip('near');
  const status = statusLine();
  const panel = createPanel(page);
  const bar = createBar(page, panel.open);
  const slot = createSlot(page);
  const end = createEndCard(page);
  const box = el('div', { class: 'board-box', id: 'board' });
  const element = el('div', { class: 'game' }, heading,
    el('div', { class: 'table' }, far.element, box, near.element),
    el('div', { class: 'side' }, status.element, end.element, panel.element, slot.element, bar.element));
  const preview = createPreview(page);
  const board = createBoard(box, {
    t, prefs: boardPrefs(page.state()),
    onAction: (action) => playAction(page, action),
    onPreview: preview,
    onPlan: (action) => page.room({ type: 'premove', action }),
    onIllegal: (from, to, isBarred) => void explain(page, from, to, isBarred),
    onSay: (text) => speak('say', text),
    onOdds: (square) => void askOdds(page, box, square),
    onKey: (letter) => answerKey(page, letter),
    onSound: (sound) => play(sound),
  });
  const deaf = onPageKey((event) => step(page, event));
  element.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    if (page.state().room?.premove) page.room({ type: 'premove', action: null });
    else if (page.state().room?.panel.open) panel.close();
  });
  holdSize(element);
  let shownPrefs = JSON.stringify(boardPrefs(page.state()));

  return {
    element, heading,
    update(state) {
      const s = state.room;
      if (!s?.game) return;
      const prefs = boardPrefs(state);
      if (JSON.stringify(prefs) !== shownPrefs) board.setPrefs(prefs);
      shownPrefs = JSON.stringify(prefs);
      if (element.dataset['ply'] !== String(s.game.ply)) element.querySelector('.odds')?.remove();
      comeBack(page, element, state);
      marks(element, state);
      putAway(page, element, state);
      far.update(s, otherSeat(nearSeat(s)), prefs.pieces);
      near.update(s, nearSeat(s), prefs.pieces);
      status.update(state);
      board.update(boardView(s));
      slot.update(s);
      bar.update(s);
      panel.update(state);
      end.update(s);
    },
    tick({ room: s }) {
      if (!s?.game) return;
      far.tick(s, otherSeat(nearSeat(s)));
      near.tick(s, nearSeat(s));
      slot.update(s);
    },
    relabel: () => board.relabel(),
    destroy() {
      deaf();
      board.destroy();
      slot.destroy();
    },
  };
}

/** @param {HTMLElement} element @param {AppState} state */
function marks(element, { room: s, prefs }) {
  if (!s) return;
  setData(element, 'phase', s.room?.phase ?? null);
  setData(element, 'turn', turnOf(s));
  setData(element, 'card', hasCard(s) ? 'yes' : 'no');
  setData(element, 'talk', s.panel.open && s.panel.tab === 'chat' ? 'yes' : 'no');
  setData(element, 'orientation', prefs.orientation);
  setData(element, 'facing', isLocal(s) && prefs.facing !== 'none' ? prefs.facing : null);
  setData(element, 'you', s.you);
  setData(element, 'colour', s.you === 'host' || s.you === 'guest' ? colourOfSeat(s, s.you) : null);
  setData(element, 'ply', String(s.game?.ply ?? 0));
}

/** While only the board is wanted, a panel is seen only if it was opened since. @param {Page} page @param {HTMLElement} element @param {AppState} state */
function putAway(page, element, { room: s, prefs }) {
  const isZen = prefs.zen && s?.room?.phase === 'playing';
  const begins = isZen && element.dataset['zen'] !== 'yes' && s.panel.open;
  setData(element, 'zen', isZen ? 'yes' : null);
  if (begins) queueMicrotask(() => page.room({ type: 'panel', tab: s.panel.tab, open: false }));
}

/** Arrow keys outside the board walk through the moves. @param {Page} page @param {KeyboardEvent} event */
function step(page, event) {
  const s = page.state().room;
  if (!s) return;
  const now = s.viewing ?? s.moves.length;
  const to = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: s.moves.length }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  page.room({ type: 'view', ply: to });
}

/** While somebody types, a keyboard on the screen takes no room from the board. @param {HTMLElement} element */
function holdSize(element) {
  const isTyped = (/** @type {Event} */ { target }) => target instanceof HTMLInputElement && target.type === 'text' && !target.readOnly;
  element.addEventListener('focusin', (event) => {
    if (isTyped(event)) element.style.minBlockSize = `${element.offsetHeight}px`;
  });
  element.addEventListener('focusout', () => { element.style.minBlockSize = ''; });
}

/** @param {Page} page @param {string} action */
function playAction(page, action) {
  const { room, prefs } = page.state();
  const game = room?.game;
  if (prefs.confirmMove && action.length === 4) return page.room({ type: 'ask', question: 'move', action });
  if (!game) return;
  page.send({ type: 'play', game: game.number, ply: game.ply, action });
  if (action.length === 2) hintOnce(page);
}

/** A finger that slips flips: after the first flip by touch it is told, once, that a second tap can be asked for. @param {Page} page */
function hintOnce(page) {
  const { hinted, confirmFlip, odds } = page.state().prefs;
  if (hinted || confirmFlip || odds || !window.matchMedia('(pointer: coarse)').matches) return;
  page.setPrefs({ hinted: true });
  toast(t('board.hint.twice'));
}

/** Who does not want to stay in the past is brought back by a new move. @param {Page} page @param {HTMLElement} element @param {AppState} state */
function comeBack(page, element, { room: s, prefs }) {
  const isNew = element.dataset['ply'] !== undefined && element.dataset['ply'] !== String(s?.game?.ply ?? 0);
  if (isNew && !prefs.stay && s?.viewing != null) queueMicrotask(() => page.room({ type: 'view', ply: null }));
}

/** @param {Page} page @param {HTMLElement} box @param {string} square */
function askOdds(page, box, square) {
  return later(() => worded(import('./odds.js')), ({ showOdds }) => {
    const { room, prefs } = page.state();
    if (room) showOdds(box, square, room, prefs.pieces);
  })();
}

/** @param {AppState} state @returns {import('../board/options.js').BoardPrefs} */
function boardPrefs({ prefs, room }) {
  const { pieces, orientation, rotated, coordinates, showDestinations, showLast, input, confirmFlip, animation, speed, keys, ranks, premove } = prefs;
  const isTurned = room !== null && isFacingAway(room, prefs.facing);
  return /** @type {import('../board/options.js').BoardPrefs} */ ({
    pieces, orientation, coordinates, showDestinations, showLast, input, confirmFlip, animation, speed, keys, ranks, premove,
    rotated: rotated !== (isTurned && prefs.facing === 'board'), facingAway: isTurned,
    odds: prefs.odds && room?.room?.odds !== false,
    ladder: room?.rules ? ladder(room.rules) : 'GAERHCS',
  });
}

/** The status line, with the no-progress count beside it once it matters, and what was to be kept in mind. */
function statusLine() {
  const text = el('p', { class: 'status-text' });
  const watching = el('span', { class: 'chip', t: 'status.watching', hidden: true });
  const quiet = el('span', { class: 'chip quiet-chip', hidden: true });
  const reminder = createReminder();
  const element = el('div', { class: 'status' }, watching, text, quiet, reminder.element);
  return {
    element,
    /** @param {AppState} state */
    update({ room: s }) {
      if (!s) return;
      const count = quietCount(s);
      setData(element, 'turn', turnOf(s));
      tell(text, statusOf(s));
      show(watching, isSpectator(s));
      reminder.update(s);
      show(quiet, count !== null);
      if (count) tell(quiet, { key: 'quiet.short', params: { n: count.quiet, limit: count.limit } });
    },
  };
}
