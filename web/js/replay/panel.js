/** The panel of a replay: moves, pieces, the game itself. On a phone a sheet from below, never modal. */

import { button, iconButton } from '../ui/button.js';
import { el, setData, show } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { gameTab } from './about.js';
import { piecesTab } from './insight.js';
import { movesTab } from './moves.js';
import { reviewTab } from './review.js';

/**
 * @typedef {import('../page.js').Page} Page
 * @typedef {import('../state.d.ts').AppState} AppState
 * @typedef {'moves' | 'pieces' | 'review' | 'game'} Tab
 * @typedef {import('./controls.js').Handle & {another: () => void}} Handle
 * @typedef {{element: HTMLElement, update: (state: AppState) => void, opened?: () => void}} TabBody
 */

/** @type {readonly Tab[]} */
const TABS = ['moves', 'pieces', 'review', 'game'];

/** @param {Page} page @param {Handle} replay */
export function createPanel(page, replay) {
  /** @type {Record<Tab, TabBody>} */
  const bodies = { moves: movesTab(page, replay), pieces: piecesTab(replay), review: reviewTab(replay), game: gameTab(page, replay) };
  let chosen = /** @type {Tab} */ ('moves');
  let isOpen = false;
  const tabs = TABS.map((tab) => {
    const node = button(`replay.tab.${tab}`, () => choose(tab), { id: `tab-${tab}`, name: `tab-${tab}` });
    node.className = 'tab';
    node.setAttribute('role', 'tab');
    node.setAttribute('aria-controls', `replay-${tab}`);
    return node;
  });
  const panes = TABS.map((tab) => el('div', {
    class: 'pane', role: 'tabpanel', id: `replay-${tab}`, aria: { labelledby: `tab-${tab}` }, attrs: { tabindex: '0' },
  }, bodies[tab].element));
  const close = iconButton('panel.close', icon('close'), shut, 'close-panel');
  close.classList.add('panel-close');
  const list = el('div', { class: 'tabs', role: 'tablist', label: 'replay.panel' }, ...tabs);
  const element = el('section', { class: 'panel', label: 'replay.panel' }, el('div', { class: 'panel-head' }, list, close), ...panes);
  list.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    choose(TABS[(TABS.indexOf(chosen) + step + TABS.length) % TABS.length] ?? chosen);
    tabs[TABS.indexOf(chosen)]?.focus();
  });
  element.addEventListener('keydown', (event) => { if (event.key === 'Escape' && isOpen) shut(); });

  /** @param {Tab} tab */
  function choose(tab) {
    chosen = tab;
    update(page.state());
    bodies[tab].opened?.();
    tabs[TABS.indexOf(tab)]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  function shut() {
    isOpen = false;
    update(page.state());
    const opener = document.querySelector(`[data-act="open-${chosen}"]`);
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  }

  /** @param {AppState} state */
  function update(state) {
    setData(element, 'open', isOpen ? 'yes' : 'no');
    TABS.forEach((tab, i) => {
      tabs[i]?.setAttribute('aria-selected', String(tab === chosen));
      tabs[i]?.setAttribute('tabindex', tab === chosen ? '0' : '-1');
      if (panes[i]) show(panes[i], tab === chosen);
    });
    bodies[chosen].update(state);
  }

  return {
    element, update,
    /** Opens a tab and goes there, or closes it again. @param {Tab} tab */
    open(tab) {
      if (isOpen && tab === chosen) return shut();
      isOpen = true;
      choose(tab);
      tabs[TABS.indexOf(tab)]?.focus({ preventScroll: true });
    },
  };
}
