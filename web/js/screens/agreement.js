/** The rules of a room as both players see them before they sit. */

import { presetOf } from '../core/presets.js';
import { agreement } from '../core/rulestext.js';
import { el, hasText, patchList } from '../ui/dom.js';

/** @typedef {import('../wire.d.ts').Rules} Rules */
/** @typedef {import('../wire.d.ts').Clock} Clock */

/** @param {string} [level] */
export function agreementView(level = 'h3') {
  const element = el('div', { class: 'agreement' });
  return {
    element,
    /** @param {Rules} rules @param {Clock | null} clock */
    update(rules, clock) {
      const key = JSON.stringify([rules, clock]);
      patchList(element, [key], (item) => item, () => sections(rules, clock, level));
    },
  };
}

/** @param {Rules} rules @param {Clock | null} clock @param {string} level */
function sections(rules, clock, level) {
  const parts = agreement(rules, clock).flatMap(({ title, sentences }) => [
    el(/** @type {'h3'} */ (level), { t: title }),
    el('ul', { class: 'bullets' }, ...sentences.map(({ key, params }) => el('li', { t: key, params }))),
  ]);
  return el('div', { class: 'agreement-parts' }, ...parts);
}

/** A ruleset's name. @param {Rules} rules @param {import('../wire.d.ts').RulesMenu | null} menu @returns {import('../state.d.ts').Sentence} */
export function rulesName(rules, menu) {
  const preset = presetOf(rules, menu);
  return preset === null ? { key: 'preset.rules' } : presetName(preset);
}

/** @param {string} preset @returns {import('../state.d.ts').Sentence} */
export function presetName(preset) {
  return { key: hasText(`preset.${preset}`) ? `preset.${preset}` : 'preset.other' };
}
