/** The Moves tab: the numbered list; pressing a move shows the board after it. */

import { isSpectator } from '../core/facts.js';
import { moversOf } from '../core/movetext.js';
import { worded } from '../language.js';
import { iconButton } from '../ui/button.js';
import { el, enable, patchList, show } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { later } from '../ui/later.js';
import { moveNode } from '../ui/movenode.js';

/** @typedef {import('../page.js').Page} Page */
/** @typedef {import('../state.d.ts').RoomState} RoomState */

/** @param {Page} page @returns {import('./panel.js').TabBody} */
export function movesTab(page) {
  const list = el('ol', { class: 'moves' });
  const empty = el('p', { class: 'hint', t: 'moves.none' });
  const first = stepButton(page, 'moves.first', 'first', () => 0);
  const back = stepButton(page, 'moves.back', 'back', (s) => (s.viewing ?? s.moves.length) - 1);
  const on = stepButton(page, 'moves.on', 'on', (s) => (s.viewing ?? s.moves.length) + 1);
  const live = stepButton(page, 'moves.last', 'last', () => null);
  const box = el('div', { hidden: true });
  const fillBox = later(() => worded(import('./movebox.js')), ({ moveBox }) => { if (!box.firstChild) box.append(moveBox(page)); });
  let length = -1;
  /** @type {readonly string[] | null} */
  let listed = null;
  /** @type {import('../core/prefs.js').Prefs | null} */
  let manner = null;

  /** @param {RoomState} s @param {import('../core/prefs.js').Prefs} prefs */
  function drawMoves(s, prefs) {
    listed = s.moves;
    manner = prefs;
    list.dataset['notation'] = prefs.notation;
    const pairs = pairsOf(s.moves, moversOf(s.game?.board ?? '', s.moves));
    const look = `${prefs.notation} ${prefs.pieces}`;
    patchList(list, pairs, (pair) => `${look} ${pair.n} ${pair.plies.join(' ')} ${pair.movers.join('')}`, (pair) => pairItem(page, pair, prefs));
  }

  return {
    element: el('div', { class: 'stack' }, box, empty,
      el('div', { class: 'log', role: 'log', label: 'panel.moves', aria: { live: 'off' } }, list),
      el('div', { class: 'row steps' }, first, back, on, live)),
    opened: () => toEnd(list),
    update({ room: s, prefs }) {
      if (!s) return;
      if (prefs.moveBox && box.hidden && !isSpectator(s)) void fillBox();
      show(box, prefs.moveBox && s.room?.phase === 'playing' && !isSpectator(s));
      if (listed !== s.moves || manner !== prefs) drawMoves(s, prefs);
      const shown = s.viewing ?? s.moves.length;
      mark(list, shown);
      show(empty, s.moves.length === 0);
      enable(first, shown > 0);
      enable(back, shown > 0);
      enable(on, s.viewing !== null);
      enable(live, s.viewing !== null);
      if (length !== s.moves.length && s.viewing === null) toEnd(list);
      length = s.moves.length;
    },
  };
}

/** Marks the one move whose board is shown. @param {Element} list @param {number} ply */
function mark(list, ply) {
  const old = list.querySelector('[aria-current]');
  const now = list.querySelector(`[data-ply="${ply}"]`);
  if (old === now) return;
  old?.removeAttribute('aria-current');
  now?.setAttribute('aria-current', 'true');
}

/** The newest move comes into view. @param {Element} list */
function toEnd(list) {
  const scroller = list.closest('[hidden]') ? null : list.closest('.beneath .log, .pane');
  if (scroller) scroller.scrollTop = scroller.scrollHeight;
}

/** @typedef {{n: number, plies: string[], movers: string[]}} Pair */

/** @param {readonly string[]} moves @param {readonly string[]} movers @returns {Pair[]} */
function pairsOf(moves, movers) {
  return Array.from({ length: Math.ceil(moves.length / 2) }, (_, i) => ({
    n: i + 1, plies: moves.slice(2 * i, 2 * i + 2), movers: movers.slice(2 * i, 2 * i + 2),
  }));
}

/** @param {Page} page @param {Pair} pair @param {import('../ui/movenode.js').Manner} manner */
function pairItem(page, { n, plies, movers }, manner) {
  const buttons = plies.map((text, i) => {
    const ply = 2 * (n - 1) + i + 1;
    return moveNode(text, movers[i] ?? '?', ply, manner, () => page.room({ type: 'view', ply }));
  });
  return el('li', {}, el('span', { class: 'move-n', text: `${n}.` }), ...buttons);
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
