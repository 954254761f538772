/**
 * The numbered moves of a game as buttons. What is being looked at is drawn at once, the rest at
 * leisure, and nothing while nobody can see it: a long game opens as quickly as a short one. Rows
 * stand in parts, of which the browser lays out only those in sight.
 */

import { moversOf } from '../core/movetext.js';
import { el } from './dom.js';
import { afterPaint, leisurely } from './leisure.js';
import { moveNode } from './movenode.js';

/**
 * @typedef {import('./movenode.js').Manner} Manner
 * @typedef {{board: string, moves: readonly string[], manner: Manner, ply: number}} Shown  the board after all moves; the ply that is marked
 */

/** Rows that are drawn at once: as many as a phone shows; on a larger screen the others come in the next moments. */
const AT_ONCE = 6;

/** Rows of a part: they fill up lines of two or three. */
const PART = 6;

/** @param {(ply: number) => void} go  a move was pressed @param {() => void} onSeen  the list has come into view */
export function moveList(go, onSeen) {
  const element = el('div', { class: 'moves' });
  const rest = leisurely(drawNext);
  /** @type {Shown} */
  let shown = { board: '', moves: [], manner: { notation: '', pieces: '' }, ply: 0 };
  /** @type {string[]} */
  let movers = [];
  /** @type {HTMLElement[]} */
  const rows = [];
  /** Rows to be drawn, the farthest from the mark first. @type {number[]} */
  let stale = [];
  let isSeen = false;
  let isComing = false;
  let isDue = false;

  new ResizeObserver(() => {
    if (element.clientWidth > 0) reveal();
    else if (isSeen) hide();
  }).observe(element);

  /** Out of sight everything goes: a few rows are quicker drawn than all of them laid out again. */
  function hide() {
    isSeen = false;
    isDue = true;
    stale = [];
    afterPaint(() => { if (!isSeen) arrange(element, rows, 0); });
  }

  /** It can be seen, or is just about to be: its place comes first, its rows after that. */
  function reveal() {
    if (isSeen || isComing) return;
    isComing = true;
    afterPaint(() => {
      isComing = false;
      if (element.clientWidth === 0) return;
      isSeen = true;
      if (isDue) draw();
      onSeen();
    });
  }

  function draw() {
    isDue = false;
    movers = moversOf(shown.board, shown.moves);
    element.dataset['notation'] = shown.manner.notation;
    arrange(element, rows, Math.ceil(shown.moves.length / 2));
    stale = outwards(rows.length, rowOf(shown.ply)).filter((i) => rows[i]?.dataset['key'] !== keyOf(i));
    for (let n = 0; n < AT_ONCE && drawNext();) n += 1;
    mark();
    rest();
  }

  /** Draws one more row; true while there are others. */
  function drawNext() {
    const i = stale.pop();
    const row = rows[i ?? -1];
    if (i !== undefined && row) drawRow(i, row);
    return stale.length > 0;
  }

  /** @param {number} i @param {HTMLElement} row */
  function drawRow(i, row) {
    const focused = row.contains(document.activeElement) ? document.activeElement?.getAttribute('data-ply') : null;
    const buttons = shown.moves.slice(2 * i, 2 * i + 2).map((text, j) => {
      const ply = 2 * i + j + 1;
      return moveNode(text, movers[ply - 1] ?? '?', ply, shown.manner, () => go(ply));
    });
    row.replaceChildren(el('span', { class: 'move-n', text: `${i + 1}.` }), ...buttons);
    row.dataset['key'] = keyOf(i);
    if (focused) buttons.find((node) => node.dataset['ply'] === focused)?.focus({ preventScroll: true });
    if (i === rowOf(shown.ply)) mark();
  }

  /** What a row shows. @param {number} i */
  function keyOf(i) {
    const { moves, manner } = shown;
    const cut = (/** @type {readonly string[]} */ list) => list.slice(2 * i, 2 * i + 2).join(' ');
    return `${manner.notation} ${manner.pieces} ${cut(moves)} ${cut(movers)}`;
  }

  /** Marks the one move whose board is shown. */
  function mark() {
    const old = element.querySelector('[aria-current]');
    const now = rows[rowOf(shown.ply)]?.querySelector(`[data-ply="${shown.ply}"]`) ?? null;
    if (old === now) return;
    old?.removeAttribute('aria-current');
    now?.setAttribute('aria-current', 'true');
  }

  return {
    element, reveal,
    isSeen: () => isSeen,
    /** @param {Shown} next */
    update(next) {
      const before = shown;
      shown = next;
      isDue ||= before.moves !== next.moves || before.manner !== next.manner;
      if (!isSeen) return;
      if (isDue) draw();
      else if (before.ply !== next.ply) mark();
    },
  };
}

/** As many rows as there are to be, in their parts. @param {HTMLElement} element @param {HTMLElement[]} rows @param {number} length */
function arrange(element, rows, length) {
  if (length) element.setAttribute('role', 'list');
  else element.removeAttribute('role'); // a list without anything in it is none
  for (const row of rows.splice(length)) row.remove();
  while (element.childElementCount > Math.ceil(length / PART)) element.lastElementChild?.remove();
  while (rows.length < length) {
    const row = el('div', { class: 'move-row', role: 'listitem' });
    if (rows.length % PART === 0) element.append(el('div', { class: 'moves-part' }));
    element.lastElementChild?.append(row);
    rows.push(row);
  }
}

/** The marked move comes into view. @param {Element} list @param {Element} scroller */
export function follow(list, scroller) {
  const now = list.querySelector('[aria-current]');
  if (!(now instanceof HTMLElement)) return;
  const top = now.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  if (top < 0 || top > scroller.clientHeight - now.offsetHeight) scroller.scrollTop += top - scroller.clientHeight / 2;
}

/** The row of a ply, the first for the beginning. @param {number} ply */
function rowOf(ply) {
  return Math.max(0, Math.ceil(ply / 2) - 1);
}

/** All rows, the farthest from one of them first. @param {number} length @param {number} from */
function outwards(length, from) {
  return Array.from({ length }, (_, i) => i).sort((a, b) => Math.abs(b - from) - Math.abs(a - from));
}
