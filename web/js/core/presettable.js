/** The rulesets side by side: a row for every option in which they differ. */

import { valueLabel } from './rulestext.js';

/**
 * @typedef {import('../wire.d.ts').RulesMenu} RulesMenu
 * @typedef {import('../state.d.ts').Sentence} Sentence
 */

/** @param {RulesMenu} menu @returns {{option: string, cells: {preset: string, label: Sentence}[]}[]} */
export function presetRows({ presets }) {
  const names = Object.keys(presets);
  const first = presets[names[0] ?? ''];
  if (!first) return [];
  const differing = Object.keys(first).filter((option) => option !== 'preset'
    && new Set(names.map((name) => presets[name]?.[option])).size > 1);
  return differing.map((option) => ({
    option,
    cells: names.map((preset) => ({ preset, label: valueLabel(option, presets[preset]?.[option] ?? null) })),
  }));
}
