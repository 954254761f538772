/** The header around every screen: room code, connection, help, settings, title and favicon. */

import { spacedCode, spelledCode } from './core/code.js';
import { turnOf } from './core/facts.js';
import { worded } from './language.js';
import { titleOf, turnSentence } from './core/status.js';
import { unlessPlaying } from './screens/leaving.js';
import { createAttention } from './ui/attention.js';
import { button } from './ui/button.js';
import { openSheet } from './ui/dialog.js';
import { el, labelled, said, setAttribute, setData, setText, show, tx } from './ui/dom.js';
import { icon } from './ui/icons.js';
import { later } from './ui/later.js';
import { speakTurn } from './ui/live.js';

/** @typedef {import('./page.js').Page} Page */
/** @typedef {import('./state.d.ts').AppState} AppState */
/** @typedef {import('./state.d.ts').RoomState} RoomState */

/** @param {string} id */
function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** @param {Page} page */
export function createFrame(page) {
  const chip = byId('room-chip');
  const conn = byId('conn');
  const foot = byId('foot');
  const attention = createAttention();
  byId('help').append(icon('help'));
  byId('settings').append(icon('settings'));
  byId('help').addEventListener('click', later(() => worded(import('./screens/rules.js')), ({ rulesSheet }) => rulesSheet(page)));
  byId('settings').addEventListener('click', later(() => worded(import('./screens/settings.js')), ({ settingsSheet }) => settingsSheet(page)));
  conn.addEventListener('click', () => connectionSheet(page));
  byId('brand').addEventListener('click', (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    unlessPlaying(page, () => page.go({ name: 'home' }));
  });

  return {
    /** @param {AppState} state */
    update(state) {
      const s = state.room;
      show(chip, s !== null);
      if (s) {
        setText(chip, spacedCode(s.code));
        labelled(chip, 'frame.room', { code: spelledCode(s.code) });
        setAttribute(chip, 'role', 'img');
      }
      show(foot, hasFoot(state.route));
      setText(byId('build'), s?.build ? s.build : '');
      connection(conn, s);
      const body = document.body;
      setData(body, 'phase', s?.room?.phase ?? null);
      setData(body, 'conn', s ? connState(s) : null);
      setData(body, 'turn', s ? turnOf(s) : null);
      attention.update(state, titleHere(state));
      speakTurn(s?.stage === 'live' ? said(turnSentence(s)) : '');
    },
    /** @param {AppState} state */
    tick: (state) => connection(conn, state.room),
  };
}

/** Where nothing is played. @param {import('./core/route.js').Route} route */
function hasFoot(route) {
  return route.name === 'learn' ? route.lesson === null : ['home', 'rules', 'settings', 'missing'].includes(route.name);
}

/** Pages with an address of their own are called by their heading. @param {AppState} state @returns {import('./state.d.ts').Sentence} */
function titleHere({ route, room }) {
  if (route.name === 'home' || route.name === 'room') return titleOf(room);
  return { key: 'title.page', params: { title: { t: `${route.name}.title` } } };
}

/** @param {RoomState} s */
function connState(s) {
  return s.gone === 'outdated' ? 'outdated' : s.conn.status;
}

/** @param {HTMLElement} node @param {RoomState | null} s */
function connection(node, s) {
  const isShown = s !== null && s.conn.status !== 'idle' && s.stage !== 'gone';
  show(node, isShown);
  if (!isShown) return;
  const status = connState(s);
  setData(node, 'conn', status);
  const seconds = s.conn.since === null ? 0 : Math.floor((Date.now() - s.conn.since) / 1000);
  tx(node, `conn.${status}`, { n: seconds });
}

/** @param {Page} page */
function connectionSheet(page) {
  const s = page.state().room;
  if (!s) return;
  const synced = s.conn.lastSync === null ? '–' : new Date(s.conn.lastSync).toLocaleTimeString(document.documentElement.lang);
  const rows = [
    ['conn.sheet.server', location.host],
    ['conn.sheet.rtt', s.conn.rtt === null ? '–' : `${Math.round(s.conn.rtt)} ms`],
    ['conn.sheet.synced', synced],
    ['conn.sheet.build', s.build ?? '–'],
  ];
  const list = el('dl', { class: 'facts' }, ...rows.flatMap(([key, value]) => [el('dt', { t: key }), el('dd', { text: value })]));
  const again = button('act.retry', () => {
    dialog.close();
    page.retryNow();
  }, { kind: 'primary', name: 'retry' });
  const dialog = openSheet('conn.sheet.title', { name: 'connection', body: [el('p', { t: `conn.lost.${connState(s)}` }), list], foot: [again] });
}
