/**
 * The panel with its tabs: beside the board on a wide screen, a sheet from below on a phone. Never
 * modal: the board stays in view and alive.
 */

import { button, iconButton } from '../ui/button.js';
import { hasChat, unreadCount } from '../core/chat.js';
import { el, labelled, setAttribute, setData, setText, show, tell } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { worded } from '../language.js';
import { movesTab } from './moves.js';
import { piecesTab } from './pieces.js';
import { agreementView, rulesName } from '../screens/agreement.js';
import { later } from '../ui/later.js';
import { styles } from '../ui/styles.js';

/** @typedef {import('../page.js').Page} Page */
/** @typedef {import('../state.d.ts').AppState} AppState */
/** @typedef {import('../state.d.ts').PanelTab} PanelTab */
/** @typedef {{element: HTMLElement, update: (state: AppState) => void, opened?: () => void}} TabBody */

/** @type {readonly PanelTab[]} */
const TABS = ['pieces', 'moves', 'rules', 'room', 'chat'];

/** @param {Page} page */
export function createPanel(page) {
  /** @type {Record<PanelTab, TabBody>} */
  const bodies = {
    pieces: piecesTab(page), moves: movesTab(page), rules: rulesTab(page),
    room: laterTab(page, async () => (await import('./roomtab.js')).roomTab),
    chat: laterTab(page, async () => {
      const [{ chatTab }] = await Promise.all([import('./chat.js'), styles(['chat'])]);
      return chatTab;
    }),
  };
  const tabs = TABS.map((tab) => tabButton(page, tab));
  const talk = chatMark(tabs[TABS.indexOf('chat')]);
  const panes = TABS.map((tab) => el('div', {
    class: 'pane', role: 'tabpanel', id: `pane-${tab}`, aria: { labelledby: `tab-${tab}` }, attrs: { tabindex: '0' },
  }, bodies[tab].element));
  const close = iconButton('panel.close', icon('close'), () => closePanel(page), 'close-panel');
  close.classList.add('panel-close');
  const list = el('div', { class: 'tabs', role: 'tablist', label: 'panel.label' }, ...tabs);
  const element = el('section', { class: 'panel', label: 'panel.label', data: { open: 'no' } }, el('div', { class: 'panel-head' }, list, close), ...panes);
  list.addEventListener('keydown', (event) => moveTab(event, page, tabs));
  let shown = '';
  return {
    element,
    /** @param {AppState} state */
    update(state) {
      const panel = state.room?.panel;
      if (!panel) return;
      setData(element, 'open', panel.open ? 'yes' : 'no');
      setData(element, 'tab', panel.tab);
      talk.update(state.room);
      TABS.forEach((tab, i) => {
        const isChosen = tab === panel.tab;
        const node = tabs[i];
        const pane = panes[i];
        if (!node || !pane) return;
        setAttribute(node, 'aria-selected', String(isChosen));
        setAttribute(node, 'tabindex', isChosen ? '0' : '-1');
        show(pane, isChosen);
      });
      bodies[panel.tab].update(state);
      const isOpened = panel.open && panel.tab !== shown;
      shown = panel.open ? panel.tab : '';
      if (!isOpened) return;
      bodies[panel.tab].opened?.();
      tabs[TABS.indexOf(panel.tab)]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    },
    close: () => closePanel(page),
    /** Opens a tab and goes there. @param {PanelTab} tab */
    open(tab) {
      const now = page.state().room?.panel;
      if (now?.open && now.tab === tab) return closePanel(page);
      page.room({ type: 'panel', tab, open: true });
      tabs[TABS.indexOf(tab)]?.focus({ preventScroll: true });
    },
  };
}

/** A tab that is fetched when it is opened; one that did not come is asked for at the next opening. @param {Page} page @param {() => Promise<(page: Page) => TabBody>} load @returns {TabBody} */
function laterTab(page, load) {
  const element = el('div', { class: 'tab-body' });
  /** @type {TabBody | null} */
  let body = null;
  const fetched = later(load, (make) => {
    body ??= make(page);
    element.replaceChildren(body.element);
    body.update(page.state());
    body.opened?.();
  });
  return {
    element,
    update: (state) => body?.update(state),
    opened: () => { if (body) body.opened?.(); else void fetched(); },
  };
}

/** @param {Page} page @param {PanelTab} tab */
function tabButton(page, tab) {
  const node = button(`panel.${tab}`, () => page.room({ type: 'panel', tab, open: true }), { id: `tab-${tab}`, name: `tab-${tab}` });
  node.className = 'tab';
  node.setAttribute('role', 'tab');
  node.setAttribute('aria-controls', `pane-${tab}`);
  return node;
}

/**
 * A picture for the word, and beside it how many lines are new.
 * @param {HTMLButtonElement | undefined} node  the tab or the button of the bar @param {string} [key]
 */
export function chatMark(node, key = 'panel.chat') {
  const badge = el('span', { class: 'badge', hidden: true, aria: { hidden: 'true' } });
  node?.removeAttribute('data-t');
  node?.replaceChildren(icon('chat'), badge);
  node?.classList.add('has-badge');
  return {
    /** @param {import('../state.d.ts').RoomState | null} s */
    update(s) {
      if (!node || !s) return;
      const n = unreadCount(s);
      show(node, hasChat(s));
      show(badge, n > 0);
      setText(badge, n > 9 ? '9+' : String(n));
      labelled(node, n ? `${key}.new` : key, { n });
    },
  };
}

/** @param {KeyboardEvent} event @param {Page} page @param {HTMLButtonElement[]} tabs */
function moveTab(event, page, tabs) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const from = TABS.indexOf(page.state().room?.panel.tab ?? 'pieces');
  if (!step) return;
  event.preventDefault();
  const count = tabs.filter((tab) => !tab.hidden).length;
  const to = (from + step + count) % count;
  page.room({ type: 'panel', tab: TABS[to] ?? 'pieces', open: true });
  tabs[to]?.focus();
}

/** @param {Page} page */
function closePanel(page) {
  const tab = page.state().room?.panel.tab ?? 'pieces';
  page.room({ type: 'panel', tab, open: false });
  const opener = document.querySelector(`[data-act="${tab}"]`) ?? document.querySelector('[data-act="more"]');
  if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
}

/** @param {Page} page @returns {TabBody} */
function rulesTab(page) {
  const name = el('h3', {});
  const rules = agreementView('h4');
  const full = button('panel.rules.full', later(() => worded(import('../screens/rules.js')), ({ rulesSheet }) => rulesSheet(page)), { name: 'full-rules' });
  return {
    element: el('div', { class: 'stack' }, name, rules.element, full),
    opened: () => void page.loadMenu(),
    update({ room, menu }) {
      if (!room?.rules) return;
      tell(name, rulesName(room.rules, menu));
      rules.update(room.rules, room.room?.clock ?? null);
    },
  };
}
