/** Rules and pieces on a page of their own: one ruleset in full, then what is common to all. */

import { presetRows } from '../core/presettable.js';
import { button } from '../ui/button.js';
import { mutedDisc } from '../ui/discs.js';
import { el } from '../ui/dom.js';
import { select } from '../ui/fields.js';
import { presetName } from './agreement.js';
import { rulesView } from './rules.js';
import { sources } from './sources.js';

/** @typedef {import('../page.js').Page} Page */
/** @typedef {import('../wire.d.ts').RulesMenu} RulesMenu */

const KINDS = [['G', 1], ['A', 2], ['E', 2], ['R', 2], ['H', 2], ['C', 2], ['S', 5]];
const TERMS = ['flip', 'screen', 'chase', 'quiet', 'deal', 'series'];
const QUESTIONS = ['colour', 'general', 'pass', 'soldier', 'barred', 'gone', 'fair', 'record'];

/** @param {Page} page @returns {import('../screens.js').Screen} */
export function rulesScreen(page) {
  const heading = el('h1', { t: 'rules.title', attrs: { tabindex: '-1' } });
  const links = el('nav', { class: 'contents', label: 'rules.contents' });
  const picker = el('div', {});
  const body = el('div', { class: 'prose' });
  const element = el('div', { class: 'page-narrow rules' }, heading, links, picker, body);
  let chosen = '';
  let shown = '';

  /** @param {import('../state.d.ts').AppState} state */
  function update({ menu, prefs }) {
    if (!menu) return;
    const rules = menu.presets[chosen || menu.default];
    const key = `${rules?.preset} ${prefs.pieces} ${document.documentElement.lang}`;
    if (!rules || key === shown) return;
    shown = key;
    const choices = Object.keys(menu.presets).map((value) => ({ value, label: presetName(value) }));
    if (!picker.firstChild) picker.append(select('rules.preset', choices, rules.preset, choose, 'preset'));
    body.replaceChildren(
      rulesView(rules, prefs.pieces),
      title('rules.presets'), el('p', { t: 'rules.presets.lead' }), presetTable(menu, rules.preset),
      title('rules.glossary'), glossary(), terms(),
      title('rules.faq'), ...QUESTIONS.map(question),
      sources(page, rules, 'h2'),
    );
    links.replaceChildren(...[...body.querySelectorAll('h2')].map(link));
  }

  /** @param {string} preset */
  function choose(preset) {
    chosen = preset;
    update(page.state());
  }

  void page.loadMenu().then((isLoaded) => {
    if (!isLoaded) body.replaceChildren(el('p', { class: 'notice', t: 'error.part' }));
  });
  return { element, heading, update };
}

/** @param {string} key */
function title(key) {
  return el('h2', { t: key });
}

/** The way to a section. @param {HTMLElement} section */
function link(section) {
  section.tabIndex = -1;
  const key = section.getAttribute('data-t') ?? '';
  return button(key, () => {
    section.scrollIntoView();
    section.focus({ preventScroll: true });
  }, { kind: 'quiet', name: key.replace('rules.', 'to-') });
}

/** @param {RulesMenu} menu @param {string} chosen */
function presetTable(menu, chosen) {
  const column = (/** @type {string} */ preset) => ({ isChosen: preset === chosen ? 'yes' : 'no' });
  const head = Object.keys(menu.presets).map((preset) => el('th', { attrs: { scope: 'col' }, data: column(preset), t: presetName(preset).key }));
  const rows = presetRows(menu).map(({ option, cells }) => el('tr', {},
    el('th', { attrs: { scope: 'row' }, t: `option.${option}` }),
    ...cells.map(({ preset, label }) => el('td', { data: column(preset), t: label.key, params: label.params }))));
  return wide('rules.presets', el('table', { class: 'chart presets' }, el('caption', { class: 'sr', t: 'rules.presets' }),
    el('thead', {}, el('tr', {}, el('td', {}), ...head)), el('tbody', {}, ...rows)));
}

/** The pieces by name, with the characters a reader of this language knows them by. */
function glossary() {
  const set = document.documentElement.lang === 'zh-Hans' ? 'simplified' : 'traditional';
  const columns = ['rules.glossary.name', 'side.red', 'side.black', 'rules.glossary.count', 'rules.glossary.also'];
  const rows = KINDS.map(([kind, count]) => el('tr', {},
    el('th', { attrs: { scope: 'row' }, t: `kind.${kind}` }),
    el('td', {}, mutedDisc(String(kind), set)), el('td', {}, mutedDisc(String(kind).toLowerCase(), set)),
    el('td', { text: String(count) }), el('td', { class: 'also', t: `glossary.${kind}` })));
  return wide('rules.glossary', el('table', { class: 'chart glossary' }, el('caption', { class: 'sr', t: 'rules.glossary' }),
    el('thead', {}, el('tr', {}, ...columns.map((t) => el('th', { attrs: { scope: 'col' }, t })))), el('tbody', {}, ...rows)));
}

/** A table that may be wider than the screen. @param {string} label @param {HTMLElement} table */
function wide(label, table) {
  return el('div', { class: 'scroll-x', role: 'region', label, attrs: { tabindex: '0' } }, table);
}

function terms() {
  return el('dl', { class: 'terms' }, ...TERMS.flatMap((term) => [el('dt', { t: `term.${term}` }), el('dd', { t: `term.${term}.is` })]));
}

/** @param {string} name */
function question(name) {
  return el('details', { class: 'question' }, el('summary', { t: `faq.${name}` }), el('p', { t: `faq.${name}.answer` }));
}
