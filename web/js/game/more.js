/** The ⋯ sheet: quick settings of the board, the room, and leaving. */

import { canResign, computerSeat, drawState, isLocal, isSpectator, mySeat } from '../core/facts.js';
import { button } from '../ui/button.js';
import { openSheet } from '../ui/dialog.js';
import { el } from '../ui/dom.js';
import { pressRestart } from './bar.js';
import { boardSettings } from '../screens/settings.js';
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
  const acts = [
    ...gameActs(page, s, close),
    button('more.rules', close(() => openTab(page, 'rules')), { name: 'rules' }),
    button('more.room', close(() => openTab(page, 'room')), { name: 'room' }),
    isSpectator(s) && hasFreeSeat(s) ? button('more.take', close(() => void page.reconsider(s.code)), { name: 'take-seat' }) : null,
    isSpectator(s) ? null : button('more.rename', close(() => renameSheet(page)), { name: 'rename' }),
    isSpectator(s) ? null : button('more.move', close(() => seatSheet(page)), { name: 'move-seat' }),
    button('end.home', close(() => page.go({ name: 'home' })), { name: 'home' }),
    isSpectator(s) ? null : button('more.leave', close(() => page.room({ type: 'ask', question: 'leave' })), { kind: 'danger', name: 'leave' }),
  ];
  const dialog = openSheet('more.title', {
    name: 'more', body: [el('div', { class: 'menu' }, ...acts), el('h3', { t: 'settings.board' }), ...boardSettings(page)],
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

/** On one device a draw and a resignation are rare: they live here. @param {Page} page @param {RoomState} s @param {(act: () => void) => () => void} close */
function gameActs(page, s, close) {
  const restart = button('bar.restart', close(() => pressRestart(page)), { name: 'restart' });
  if (!isLocal(s)) return computerSeat(s) && s.room?.phase === 'playing' && mySeat(s) ? [restart] : [];
  return [
    drawState(s) === 'enabled' ? button('more.draw', close(() => page.room({ type: 'ask', question: 'draw' })), { name: 'draw' }) : null,
    canResign(s) ? button('more.resign', close(() => page.room({ type: 'ask', question: 'resign' })), { name: 'resign' }) : null,
  ];
}
