/** The numbered moves of a replay; pressing one shows the board after it. */

import { moversOf } from '../core/movetext.js';
import { CHOICES } from '../core/prefs.js';
import { el } from '../ui/dom.js';
import { select } from '../ui/fields.js';
import { moveNode } from '../ui/movenode.js';

/** @param {import('../page.js').Page} page @param {import('./panel.js').Handle} replay @returns {import('./panel.js').TabBody} */
export function movesTab(page, { state, dispatch }) {
  const { record, boards } = state().read;
  const { moves } = record;
  const movers = moversOf(boards.at(-1) ?? '', moves);
  const list = el('ol', { class: 'moves' });
  const element = el('div', { class: 'stack' }, manner(page),
    moves.length === 0 ? el('p', { class: 'hint', t: 'moves.none' }) : el('div', { class: 'log', role: 'group', label: 'replay.tab.moves' }, list));
  let shown = -1;
  let drawn = '';

  /** @param {import('../ui/movenode.js').Manner} wanted */
  function draw(wanted) {
    list.dataset['notation'] = wanted.notation;
    list.replaceChildren(...Array.from({ length: Math.ceil(moves.length / 2) }, (_, i) => pair(i, wanted)));
    shown = -1;
  }

  /** @param {number} i @param {import('../ui/movenode.js').Manner} wanted */
  function pair(i, wanted) {
    const plies = moves.slice(2 * i, 2 * i + 2).map((text, j) => {
      const ply = 2 * i + j + 1;
      return moveNode(text, movers[ply - 1] ?? '?', ply, wanted, () => dispatch({ type: 'go', ply }));
    });
    return el('li', {}, el('span', { class: 'move-n', text: `${i + 1}.` }), ...plies);
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
    update({ prefs }) {
      const { ply } = state();
      const wanted = `${prefs.notation} ${prefs.pieces}`;
      if (wanted !== drawn) draw(prefs);
      drawn = wanted;
      if (ply === shown) return;
      shown = ply;
      list.querySelector('[aria-current]')?.removeAttribute('aria-current');
      list.querySelector(`[data-ply="${ply}"]`)?.setAttribute('aria-current', 'true');
      follow();
    },
  };
}

/** How moves are written, the same choice as in the settings. @param {import('../page.js').Page} page */
function manner(page) {
  const choices = (CHOICES['notation'] ?? []).map((value) => ({ value, label: { key: `settings.notation.${value}` } }));
  const field = select('settings.notation', choices, page.state().prefs.notation, (value) => page.setPrefs({ notation: value }), 'notation');
  field.classList.add('field-row');
  return field;
}
