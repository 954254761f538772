/** The walk through a game: strips, headline, board, panel and controls around one small state. */

import { createBoard } from '../board/board.js';
import { headline, newReplay, reduceReplay, replayView, roomAt, sentenceAt } from '../core/replay.js';
import { otherSeat } from '../core/facts.js';
import { ladder } from '../core/rulestext.js';
import { createStrip } from '../game/strips.js';
import { seatOf } from '../net/seats.js';
import { el, said, setData, t, tell } from '../ui/dom.js';
import { speak } from '../ui/live.js';
import { onPageKey } from '../ui/pagekeys.js';
import { createControls } from './controls.js';
import { createPanel } from './panel.js';

/** @typedef {import('../page.js').Page} Page */
/** @typedef {import('../state.d.ts').AppState} AppState */
/** @typedef {import('../core/replay.js').ReplayAction} ReplayAction */

const CALM_MS = 150;

/**
 * @param {Page} page @param {import('../wire.d.ts').ReadRecord} read @param {number | null} ply
 * @param {() => void} another  asks for another record
 */
export function createViewer(page, read, ply, another) {
  let s = newReplay(read, ply);
  const mine = ownSeat(read.record.room);
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let clock;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let telling;
  const far = createStrip('far');
  const near = createStrip('near');
  const status = el('p', { class: 'status-text' });
  const box = el('div', { class: 'board-box', id: 'board' });
  const panel = createPanel(page, { state: () => s, dispatch, another });
  const controls = createControls({ state: () => s, dispatch, open: panel.open });
  const element = el('div', { class: 'game' },
    el('div', { class: 'table' }, far.element, box, near.element),
    el('div', { class: 'side' }, el('div', { class: 'status' }, status), panel.element, controls.element));
  const board = createBoard(box, { t, prefs: boardPrefs(page.state()), onAction() {}, onSay: (text) => speak('say', text) });
  const deaf = onPageKey(onKey);

  /** @param {ReplayAction} action @param {boolean} [isTold]  the slider says its own value */
  function dispatch(action, isTold = true) {
    const before = s;
    s = reduceReplay(s, action);
    if (s.isPlaying !== before.isPlaying || s.seconds !== before.seconds) wind();
    render(page.state());
    if (isTold && s.ply !== before.ply && action.type !== 'tick') tellSoon();
  }

  /** Of plies that are hurried through only the last is told. */
  function tellSoon() {
    clearTimeout(telling);
    telling = setTimeout(() => speak('say', said(sentenceAt(s, s.ply) ?? { key: 'replay.start' })), CALM_MS);
  }

  function wind() {
    clearInterval(clock);
    if (s.isPlaying) clock = setInterval(() => dispatch({ type: 'tick' }), s.seconds * 1000);
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const action = keyAction(event, s.read.record.moves.length);
    if (!action) return;
    event.preventDefault();
    dispatch(action);
  }

  /** @param {AppState} state */
  function render(state) {
    const room = roomAt(s);
    const { pieces } = state.prefs;
    setData(element, 'ply', String(s.ply));
    setData(element, 'revealed', s.isRevealed ? 'yes' : 'no');
    setData(element, 'playing', s.isPlaying ? 'yes' : 'no');
    setData(element, 'orientation', state.prefs.orientation);
    far.update(room, otherSeat(mine), pieces);
    near.update(room, mine, pieces);
    tell(status, headline(s));
    board.update(replayView(s));
    panel.update(state);
    controls.update();
  }

  return {
    element,
    /** @param {AppState} state */
    update(state) {
      board.setPrefs(boardPrefs(state, ladder(read.record.rules)));
      render(state);
    },
    relabel: () => board.relabel(),
    destroy() {
      clearInterval(clock);
      clearTimeout(telling);
      deaf();
      board.destroy();
    },
  };
}

/** The seat at the near side, as it was in the game. @param {string | null} code @returns {import('../wire.d.ts').Seat} */
function ownSeat(code) {
  return code && seatOf(code)?.seat === 'guest' ? 'guest' : 'host';
}

/** @param {KeyboardEvent} event @param {number} length @returns {ReplayAction | null} */
function keyAction(event, length) {
  const isButton = event.target instanceof Element && event.target.closest('button, a, summary');
  switch (event.key) {
    case 'ArrowLeft': return { type: 'step', by: -1 };
    case 'ArrowRight': return { type: 'step', by: 1 };
    case 'Home': return { type: 'go', ply: 0 };
    case 'End': return { type: 'go', ply: length };
    case ' ': return isButton ? null : { type: 'play' };
    default: return null;
  }
}

/** @param {AppState} state @param {string} [order] @returns {Partial<import('../board/options.js').BoardPrefs>} */
function boardPrefs({ prefs }, order = 'GAERHCS') {
  const { pieces, orientation, rotated, coordinates, showLast, animation, speed, keys, ranks } = prefs;
  return /** @type {import('../board/options.js').BoardPrefs} */ ({
    pieces, orientation, rotated, coordinates, showLast, animation, speed, keys, ranks, ladder: order,
  });
}
