/** The Moves tab: the numbered list; pressing a move shows the board after it. */

import { isSpectator } from '../core/facts.js';
import { worded } from '../language.js';
import { iconButton } from '../ui/button.js';
import { el, enable, show } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { later } from '../ui/later.js';
import { follow, moveList } from '../ui/movelist.js';

/** @typedef {import('../page.js').Page} Page */
/** @typedef {import('../state.d.ts').RoomState} RoomState */

/** @param {Page} page @returns {import('./panel.js').TabBody} */
export function movesTab(page) {
  const list = moveList((ply) => page.room({ type: 'view', ply }), bring);
  const empty = el('p', { class: 'hint', t: 'moves.none' });
  const first = stepButton(page, 'moves.first', 'first', () => 0);
  const back = stepButton(page, 'moves.back', 'back', (s) => (s.viewing ?? s.moves.length) - 1);
  const on = stepButton(page, 'moves.on', 'on', (s) => (s.viewing ?? s.moves.length) + 1);
  const live = stepButton(page, 'moves.last', 'last', () => null);
  const box = el('div', { hidden: true });
  const fillBox = later(() => worded(import('./movebox.js')), ({ moveBox }) => { if (!box.firstChild) box.append(moveBox(page)); });
  let length = -1;

  /** The newest move comes into view, or the one that is looked at. */
  function bring() {
    const scroller = list.isSeen() ? list.element.closest('.beneath .log, .pane') : null;
    if (!scroller) return;
    if (page.state().room?.viewing === null) scroller.scrollTop = scroller.scrollHeight;
    else follow(list.element, scroller);
  }

  return {
    element: el('div', { class: 'stack' }, empty,
      el('div', { class: 'log', role: 'log', label: 'panel.moves', aria: { live: 'off' } }, list.element), box,
      el('div', { class: 'row steps' }, first, back, on, live)),
    opened() {
      list.reveal();
      bring();
    },
    update({ room: s, prefs }) {
      if (!s) return;
      if (prefs.moveBox && box.hidden && !isSpectator(s)) void fillBox();
      show(box, prefs.moveBox && s.room?.phase === 'playing' && !isSpectator(s));
      const shown = s.viewing ?? s.moves.length;
      list.update({ board: s.game?.board ?? '', moves: s.moves, manner: prefs, ply: shown });
      show(empty, s.moves.length === 0);
      enable(first, shown > 0);
      enable(back, shown > 0);
      enable(on, s.viewing !== null);
      enable(live, s.viewing !== null);
      if (length !== s.moves.length && s.viewing === null) bring();
      length = s.moves.length;
    },
  };
}

/** @param {Page} page @param {string} label @param {string} sign @param {(s: RoomState) => number | null} to */
function stepButton(page, label, sign, to) {
  const node = iconButton(label, icon(sign), () => {
    const s = page.state().room;
    if (s) page.room({ type: 'view', ply: to(s) });
  }, label.replace('.', '-'));
  node.classList.remove('btn-icon');
  return node;
}
