/** The end of the road for a room: why, and where to go from here. */

import { spacedCode } from '../core/code.js';
import { endSentence } from '../core/refusals.js';
import { button } from '../ui/button.js';
import { later } from '../ui/later.js';
import { mutedDisc } from '../ui/discs.js';
import { el, show, tell } from '../ui/dom.js';

/** @typedef {import('../page.js').Page} Page */

/** What a reload or a second try may heal. */
const AGAIN = new Set(['no_server', 'rate_limited', 'unavailable', 'replaced', 'protocol_error', 'done']);

/** @param {Page} page @param {string} code @returns {import('../screens.js').Screen} */
export function goneScreen(page, code) {
  const heading = el('h1', { attrs: { tabindex: '-1' } });
  const more = el('p', { class: 'hint' });
  const again = button('gone.again', () => page.reload(code), { name: 'again' });
  const reload = button('gone.reload', () => location.reload(), { kind: 'primary', name: 'reload' });
  const open = button('gone.open', () => void page.forget(code), { name: 'open' });
  const home = button('gone.home', () => page.go({ name: 'home' }), { kind: 'primary', name: 'home' });
  const kept = keptActs(page);
  const element = el('div', { class: 'page-narrow gone' }, mutedDisc('?', 'traditional'), heading, more, kept, el('div', { class: 'row' }, home, reload, again, open));
  return {
    element, heading,
    update(state) {
      const reason = state.room?.gone ?? 'room_closed';
      element.dataset.reason = reason;
      const wasHere = !!state.room?.game && state.room.moves.length > 0;
      show(kept, wasHere && state.room?.you !== 'spectator');
      tell(heading, reason === 'room_not_found' && !wasHere
        ? { key: 'error.roomNotFound', params: { code: spacedCode(code) } } : endSentence(reason));
      tell(more, state.room?.moves.length ? { key: 'gone.kept', params: { n: state.room.moves.length } } : null);
      show(again, AGAIN.has(reason));
      show(reload, reason === 'outdated');
      show(open, reason === 'unauthorized' || reason === 'spectators_off');
    },
  };
}

/** What is left of a game whose room is gone. @param {Page} page */
function keptActs(page) {
  const load = () => import('./lost.js');
  return el('div', { class: 'row', hidden: true },
    button('gone.review', later(load, ({ reviewOwn }) => reviewOwn(page)), { name: 'review-own' }),
    button('gone.save', later(load, ({ saveOwn }) => saveOwn(page)), { name: 'save-own' }),
    button('gone.same', later(load, ({ sameRules }) => sameRules(page)), { name: 'same-rules' }));
}

/** While a room is being opened. @param {Page} _page @param {string} code @returns {import('../screens.js').Screen} */
export function loadingScreen(_page, code) {
  const heading = el('h1', { t: 'loading.title', params: { code: spacedCode(code) }, attrs: { tabindex: '-1' } });
  const note = el('p', { class: 'hint', t: 'loading.note' });
  return {
    element: el('div', { class: 'page-narrow' }, heading, note), heading,
    update(state) {
      const conn = state.room?.conn.status ?? 'idle';
      const lost = conn === 'reconnecting' || conn === 'offline' || conn === 'restarting';
      tell(note, { key: lost ? 'error.noServer' : 'loading.note' });
    },
  };
}

/** @param {Page} page @returns {import('../screens.js').Screen} */
export function missingScreen(page) {
  const heading = el('h1', { t: 'missing.title', attrs: { tabindex: '-1' } });
  const home = button('gone.home', () => page.go({ name: 'home' }), { kind: 'primary', name: 'home' });
  return {
    element: el('div', { class: 'page-narrow gone' }, mutedDisc('?', 'traditional'), heading, el('p', { class: 'hint', t: 'missing.note' }), el('div', { class: 'row' }, home)),
    heading, update() {},
  };
}
