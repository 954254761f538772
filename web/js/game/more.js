/** The ⋯ sheet: quick settings of the board, the room, and leaving. */

import { absentSeat, canClaim, canResign, canUndo, computerSeat, drawState, isConnected, isLocal, isSpectator, mySeat, nameOf } from '../core/facts.js';
import { button } from '../ui/button.js';
import { openSheet } from '../ui/dialog.js';
import { el, enable } from '../ui/dom.js';
import { offerDraw, pressResign, pressRestart } from './bar.js';
import { unlessPlaying } from '../screens/leaving.js';
import { boardSettings, toggle } from '../screens/settings.js';
import { renameSheet, seatSheet } from '../screens/seat.js';

/** @typedef {import('../page.js').Page} Page */
/** @typedef {import('../state.d.ts').RoomState} RoomState */

/** @param {Page} page */
export function moreSheet(page) {
  const s = page.state().room;
  if (!s) return;
  const close = (/** @type {() => void} */ act) => () => {
    dialog.close();
    act();
  };
  /** What cannot be done without a line. @param {string} key @param {'draw' | 'resign' | 'leave'} question @param {'plain' | 'danger'} [kind] */
  const askButton = (key, question, kind = 'plain') => alive(s, button(key, close(() => page.room({ type: 'ask', question })), { kind, name: question }));
  const acts = [
    ...gameActs(page, s, close, askButton), ...hiddenActs(page, s, close),
    button('more.rules', close(() => openTab(page, 'rules')), { name: 'rules' }),
    button('more.room', close(() => openTab(page, 'room')), { name: 'room' }),
    isSpectator(s) && hasFreeSeat(s) ? button('more.take', close(() => void page.reconsider(s.code)), { name: 'take-seat' }) : null,
    isSpectator(s) ? null : button('more.rename', close(() => renameSheet(page)), { name: 'rename' }),
    isSpectator(s) ? null : button('more.move', close(() => seatSheet(page)), { name: 'move-seat' }),
    button('end.home', close(() => unlessPlaying(page, () => page.go({ name: 'home' }))), { name: 'home' }),
    isSpectator(s) ? null : askButton('more.leave', 'leave', 'danger'),
    isConnected(s) ? null : el('p', { class: 'hint', t: 'conn.wait' }),
  ];
  const dialog = openSheet('more.title', {
    name: 'more', body: [
      el('div', { class: 'menu' }, ...acts),
      el('h3', { t: 'settings.board' }), el('div', { class: 'checks' }, toggle(page, 'zen')), ...boardSettings(page),
    ],
  });
}

/** @param {Page} page @param {'rules' | 'room'} tab */
function openTab(page, tab) {
  page.room({ type: 'panel', tab, open: true });
  document.getElementById(`tab-${tab}`)?.focus({ preventScroll: true });
}

/** @param {RoomState} s */
function hasFreeSeat(s) {
  return !s.room?.seats.host || !s.room.seats.guest;
}

/**
 * On one device a draw and a resignation are rare: they live here; so does the claim of who waits on.
 * @param {Page} page @param {RoomState} s @param {(act: () => void) => () => void} close
 * @param {(key: string, question: 'draw' | 'resign') => HTMLButtonElement} askButton
 */
function gameActs(page, s, close, askButton) {
  if (isLocal(s)) {
    return [drawState(s) === 'enabled' ? askButton('more.draw', 'draw') : null, canResign(s) ? askButton('more.resign', 'resign') : null];
  }
  const isPlayed = computerSeat(s) && s.room?.phase === 'playing' && mySeat(s);
  const restart = isPlayed ? alive(s, button('bar.restart', close(() => pressRestart(page)), { name: 'restart' })) : null;
  return [restart, claimButton(page, s, close)];
}

/** What the bar does not show while only the board is wanted. @param {Page} page @param {RoomState} s @param {(act: () => void) => () => void} close */
function hiddenActs(page, s, close) {
  if (!page.state().prefs.zen || s.room?.phase !== 'playing') return [];
  if (isLocal(s)) {
    const undo = canUndo(s) ? alive(s, button('bar.undo', close(() => page.send({ type: 'undo', game: s.game?.number ?? 0 })), { name: 'undo' })) : null;
    return [undo, alive(s, button('bar.restart', close(() => pressRestart(page)), { name: 'restart' }))];
  }
  const draw = drawState(s) === 'enabled' ? alive(s, button('bar.draw', close(() => offerDraw(page)), { name: 'draw' })) : null;
  return [draw, canResign(s) ? alive(s, button('bar.resign', close(() => pressResign(page)), { name: 'resign' })) : null];
}

/** @param {RoomState} s @param {HTMLButtonElement} node */
function alive(s, node) {
  enable(node, isConnected(s));
  return node;
}

/** Brings back the answers to an absence. @param {Page} page @param {RoomState} s @param {(act: () => void) => () => void} close */
function claimButton(page, s, close) {
  const seat = absentSeat(s);
  if (!seat || !canClaim(s, Date.now())) return null;
  const recall = () => {
    page.room({ type: 'hide', what: 'claim', until: 0 });
    /** @type {HTMLElement | null} */ (document.querySelector('[data-act="slot-wait"]'))?.focus({ preventScroll: true });
  };
  return alive(s, button('more.claim', close(recall), { name: 'claim', params: { name: nameOf(s, seat) } }));
}
