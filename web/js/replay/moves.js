/** The numbered moves of a replay; pressing one shows the board after it. */

import { el } from '../ui/dom.js';

/** @param {import('./panel.js').Handle} replay @returns {import('./panel.js').TabBody} */
export function movesTab({ state, dispatch }) {
  const { moves } = state().read.record;
  const list = el('ol', { class: 'moves' }, ...Array.from({ length: Math.ceil(moves.length / 2) }, (_, i) => pair(i)));
  const element = el('div', { class: 'stack' },
    moves.length === 0 ? el('p', { class: 'hint', t: 'moves.none' }) : el('div', { class: 'log', role: 'group', label: 'replay.tab.moves' }, list));
  let shown = -1;

  /** @param {number} i */
  function pair(i) {
    const plies = moves.slice(2 * i, 2 * i + 2).map((text, j) => move(text, 2 * i + j + 1));
    return el('li', {}, el('span', { class: 'move-n', text: `${i + 1}.` }), ...plies);
  }

  /** @param {string} text @param {number} ply */
  function move(text, ply) {
    return el('button', { class: 'move', type: 'button', text, data: { ply: String(ply) }, onclick: () => dispatch({ type: 'go', ply }) });
  }

  function follow() {
    const now = list.querySelector('[aria-current]');
    const pane = element.closest('.pane');
    if (!(now instanceof HTMLElement) || !(pane instanceof HTMLElement)) return;
    const top = now.getBoundingClientRect().top - pane.getBoundingClientRect().top;
    if (top < 0 || top > pane.clientHeight - now.offsetHeight) pane.scrollTop += top - pane.clientHeight / 2;
  }

  return {
    element,
    opened: follow,
    update() {
      const { ply } = state();
      if (ply === shown) return;
      shown = ply;
      list.querySelector('[aria-current]')?.removeAttribute('aria-current');
      list.querySelector(`[data-ply="${ply}"]`)?.setAttribute('aria-current', 'true');
      follow();
    },
  };
}
