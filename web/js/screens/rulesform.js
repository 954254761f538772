/**
 * The choice of a ruleset: presets as cards with one line each, or every option on its
 * own. Built from what the server offers; an option with one value is not shown.
 */

import { briefly, presetOf } from '../core/presets.js';
import { presetSentences, valueLabel } from '../core/rulestext.js';
import { el, show } from '../ui/dom.js';
import { numberField, radios, select } from '../ui/fields.js';
import { presetName } from './agreement.js';

/**
 * @typedef {import('../wire.d.ts').RulesMenu} RulesMenu
 * @typedef {import('../wire.d.ts').Rules} Rules
 * @typedef {import('../wire.d.ts').Clock} Clock
 */

/** Who starts has a field of its own. */
const APART = ['first_mover', 'stake_base'];
const FIRST = ['draw', 'host', 'guest', 'random'];

/**
 * @param {RulesMenu} menu @param {Rules | null} given  rules to start from
 * @param {{against: 'friend' | 'local' | 'computer'}} options
 */
export function rulesForm(menu, given, { against }) {
  let preset = given ? presetOf(given, menu) ?? 'custom' : menu.default;
  const start = given ?? menu.presets[preset];
  /** @type {Record<string, import('../wire.d.ts').OptionValue>} */
  let custom = { ...start };
  let first = start?.first_mover ?? 'draw';

  const more = el('div', { class: 'options' });
  const list = el('ul', { class: 'bullets hint' });
  const agreed = el('details', { class: 'agreed' }, el('summary', { t: 'create.agreed' }), list);
  const firstField = el('div', {});
  const names = [...Object.keys(menu.presets), 'custom'];
  const cards = radios('preset', 'create.rules', names.map((name) => ({
    value: name, label: presetName(name), more: mechanics(menu, name),
  })), preset, choose);

  /** @param {string} name */
  function choose(name) {
    const base = menu.presets[name];
    if (base) custom = { ...base };
    preset = name;
    first = base?.first_mover ?? first;
    show(more, name === 'custom');
    if (name === 'custom') fill();
    tellAll();
    fillFirst();
  }

  /** Every rule of the preset, below all cards: whatever is chosen, no card moves. */
  function tellAll() {
    const base = menu.presets[preset];
    show(agreed, base !== undefined);
    list.replaceChildren(...(base ? presetSentences(base) : []).map(({ key, params }) => el('li', { t: key, params })));
  }

  function fill() {
    const shown = Object.keys(menu.options).filter((option) => isOffered(option));
    more.replaceChildren(...shown.map(control), stake());
  }

  /** @param {string} option */
  function isOffered(option) {
    const values = menu.options[option] ?? [];
    return values.length > 1 && !APART.includes(option) && (against === 'local' || option !== 'undo');
  }

  /** @param {string} option */
  function control(option) {
    const values = menu.options[option] ?? [];
    const choices = values.map((value) => ({ value: JSON.stringify(value), label: valueLabel(option, value) }));
    return select(`option.${option}`, choices, JSON.stringify(custom[option] ?? null), (value) => {
      custom[option] = JSON.parse(value);
    }, option);
  }

  function stake() {
    return numberField('option.stake_base', { name: 'stake_base', value: Number(custom['stake_base'] ?? 1), min: 1, max: 1000 },
      (value) => { custom['stake_base'] = Math.round(value); });
  }

  function fillFirst() {
    const choices = FIRST.map((value) => ({ value, label: { key: firstKey(against, value) } }));
    firstField.replaceChildren(radios('first', 'create.first', choices, first, (value) => {
      first = /** @type {Rules['first_mover']} */ (value);
    }, 'inline-radios'));
  }

  show(more, preset === 'custom');
  if (preset === 'custom') fill();
  tellAll();
  fillFirst();
  return {
    nodes: [el('div', { class: 'stack' }, cards, agreed), more, firstField],
    /** @returns {{rules: Partial<Rules>, first: Rules['first_mover']}} */
    read() {
      const base = menu.presets[preset];
      if (base) return { rules: { preset, ...(first === base.first_mover ? {} : { first_mover: first }) }, first };
      const options = Object.entries({ ...custom, first_mover: first }).filter(([option]) => option !== 'preset');
      return { rules: Object.fromEntries(options), first };
    },
  };
}

/** @param {'friend' | 'local' | 'computer'} against @param {string} value */
function firstKey(against, value) {
  if (against === 'computer' && value === 'guest') return 'first.computer';
  return `first.${against === 'local' ? 'local.' : ''}${value}`;
}

/** @param {RulesMenu} menu @param {string} name */
function mechanics(menu, name) {
  const rules = menu.presets[name];
  if (!rules) return el('span', { class: 'radio-more', t: 'preset.custom.hint' });
  const words = briefly(rules).flatMap(({ key, params }, i) => [i ? ' · ' : '', el('span', { t: key, params })]);
  return el('span', { class: 'radio-more' }, ...words);
}

/**
 * Thinking time: none, or minutes and seconds a move.
 * @param {Clock | null} given
 */
export function clockForm(given) {
  let isOn = given !== null;
  let minutes = (given?.initial ?? 600) / 60;
  let increment = given?.increment ?? 5;
  const fields = el('div', { class: 'row' },
    numberField('create.clock.minutes', { name: 'minutes', value: minutes, min: 0.5, max: 180, step: '0.5' }, (value) => { minutes = value; }),
    numberField('create.clock.increment', { name: 'increment', value: increment, min: 0, max: 180 }, (value) => { increment = Math.round(value); }));
  show(fields, isOn);
  const choices = ['off', 'on'].map((value) => ({ value, label: { key: `create.clock.${value}` } }));
  const choice = radios('clock', 'create.clock', choices, isOn ? 'on' : 'off', (value) => {
    isOn = value === 'on';
    show(fields, isOn);
  }, 'inline-radios');
  return {
    nodes: [choice, fields],
    /** @returns {Clock | null} */
    read: () => (isOn ? { initial: Math.round(minutes * 60), increment } : null),
  };
}

