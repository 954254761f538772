/** The numbered moves of a replay; pressing one shows the board after it. */

import { CHOICES } from '../core/prefs.js';
import { el } from '../ui/dom.js';
import { select } from '../ui/fields.js';
import { follow, moveList } from '../ui/movelist.js';

/** @param {import('../page.js').Page} page @param {import('./panel.js').Handle} replay @returns {import('./panel.js').TabBody} */
export function movesTab(page, { state, dispatch }) {
  const { record, boards } = state().read;
  const { moves } = record;
  const list = moveList((ply) => dispatch({ type: 'go', ply }), bring);
  const element = el('div', { class: 'stack' }, manner(page),
    moves.length === 0 ? el('p', { class: 'hint', t: 'moves.none' }) : el('div', { class: 'log', role: 'group', label: 'replay.tab.moves' }, list.element));
  let shown = -1;

  function bring() {
    const pane = element.closest('.pane');
    if (pane) follow(list.element, pane);
  }

  return {
    element,
    opened() {
      list.reveal();
      bring();
    },
    update({ prefs }) {
      const { ply } = state();
      list.update({ board: boards.at(-1) ?? '', moves, manner: prefs, ply });
      if (ply === shown) return;
      shown = ply;
      bring();
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
