/** Rules and pieces, told from a ruleset; and the sheet that tells the open room's. */

import { agreement, ladder, takes } from '../core/rulestext.js';
import { openSheet } from '../ui/dialog.js';
import { mutedDisc } from '../ui/discs.js';
import { el, tell } from '../ui/dom.js';
import { styles } from '../ui/styles.js';
import { rulesName } from './agreement.js';
import { cannonDemo } from './cannon.js';
import { honesty, sources } from './sources.js';

/** @typedef {import('../page.js').Page} Page */
/** @typedef {import('../wire.d.ts').Rules} Rules */

const SETUP = ['rules.setup.1', 'rules.setup.2', 'rules.setup.3'];
const TURN = ['rules.turn.1', 'rules.turn.2', 'rules.turn.3', 'rules.turn.4'];
const KEYS = ['rules.keys.1', 'rules.keys.2', 'rules.keys.3', 'rules.keys.4', 'rules.keys.5', 'rules.keys.6'];
const CANNON = ['rules.cannon.1', 'rules.cannon.2', 'rules.cannon.3'];

/** @param {Rules} rules @param {string} set @param {string} level  heading of the sections */
export function rulesView(rules, set, level = 'h2') {
  const h = (/** @type {string} */ key) => el(/** @type {'h2'} */ (level), { t: key });
  const [, ends, manners] = agreement(rules, null);
  return el('div', { class: 'prose' },
    h('rules.setup'), bullets(SETUP.map((key) => ({ key }))),
    h('rules.turn'), bullets(TURN.map((key) => ({ key }))),
    h('rules.capture'), el('p', { t: 'rules.capture.lead' }), chart(rules, set),
    ...(rules['cannon'] === 'step' ? [] : [h('rules.cannon'), bullets(CANNON.map((key) => ({ key }))), cannonDemo(set)]),
    h('rules.ends'), bullets([{ key: 'rules.ends.stuck' }, ...(ends?.sentences ?? [])]),
    h('rules.manners'), bullets(manners?.sentences.slice(0, -1) ?? []),
    h('rules.fair'), fairness(),
    h('rules.keys'), bullets(KEYS.map((key) => ({ key }))),
  );
}

/** @param {import('../state.d.ts').Sentence[]} sentences */
function bullets(sentences) {
  return el('ul', { class: 'bullets' }, ...sentences.map(({ key, params }) => el('li', { t: key, params })));
}

function fairness() {
  const list = bullets([{ key: 'rules.fair.1' }, { key: 'rules.fair.2' }, { key: 'rules.fair.3' }]);
  list.append(el('li', {}, el('span', { t: 'rules.fair.4' }), ' ', honesty()));
  return list;
}

/** Who takes whom: rows attack, columns are taken. @param {Rules} rules @param {string} set */
function chart(rules, set) {
  const kinds = [...ladder(rules)];
  const head = el('tr', {}, el('th', { t: 'rules.chart.corner', attrs: { scope: 'col' } }), ...kinds.map((kind) => header(kind.toLowerCase(), 'col', set)));
  const rows = kinds.map((attacker) => el('tr', {}, header(attacker, 'row', set), ...kinds.map((target) => {
    const verdict = takes(rules, attacker, target);
    return el('td', { data: { verdict }, t: `rules.chart.${verdict}` });
  })));
  const table = el('table', { class: 'chart' }, el('caption', { t: 'rules.chart' }), el('thead', {}, head), el('tbody', {}, ...rows));
  return el('div', { class: 'scroll-x', role: 'region', label: 'rules.chart', attrs: { tabindex: '0' } }, table);
}

/** @param {string} letter @param {string} scope @param {string} set */
function header(letter, scope, set) {
  return el('th', { attrs: { scope } }, mutedDisc(letter, set), el('span', { class: 'chart-name', t: `kind.${letter.toUpperCase()}` }));
}

/** @param {Page} page */
export async function rulesSheet(page) {
  const set = page.state().prefs.pieces;
  await Promise.all([page.loadMenu(), styles(['rules']).catch(() => undefined)]);
  const { room, menu } = page.state();
  const rules = room?.rules ?? room?.card?.rules ?? menu?.presets[menu.default];
  if (!rules) return openSheet('rules.title', { name: 'rules', body: [el('p', { class: 'notice', t: 'error.part' })] });
  const name = el('p', { class: 'lead' });
  tell(name, rulesName(rules, menu));
  return openSheet('rules.title', { name: 'rules', body: [name, rulesView(rules, set, 'h3'), sources(page, rules, 'h3')] });
}
