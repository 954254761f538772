/** Rulesets by name: which preset a ruleset is, and one line that tells it from the others. */

/**
 * @typedef {import('../wire.d.ts').Rules} Rules
 * @typedef {import('../wire.d.ts').RulesMenu} RulesMenu
 * @typedef {import('../state.d.ts').Sentence} Sentence
 */

/** Who starts is a choice of its own: it makes no other ruleset. */
const APART = ['preset', 'first_mover', 'next_first_mover'];

/**
 * The preset whose rules these are but for who starts; `custom` when there is none.
 * @param {Rules} rules @param {RulesMenu | null} menu  null: not known yet
 * @returns {string | null}
 */
export function presetOf(rules, menu) {
  if (rules.preset !== 'custom') return rules.preset;
  if (!menu) return null;
  return Object.keys(menu.presets).find((name) => isLike(rules, menu.presets[name])) ?? 'custom';
}

/** @param {Rules} rules @param {Rules | undefined} preset */
function isLike(rules, preset) {
  return preset !== undefined
    && Object.keys(preset).every((option) => APART.includes(option) || preset[option] === rules[option]);
}

/** What distinguishes a ruleset, in a few words each. @param {Rules} rules @returns {Sentence[]} */
export function briefly(rules) {
  const { no_progress_limit: quiet, chase_limit: chases, elimination, repetition, scoring } = rules;
  /** @type {(Sentence | null)[]} */
  const words = [
    quiet === null ? { key: 'brief.quiet.off' } : { key: 'brief.quiet.on', params: { n: quiet } },
    elimination === 'immediate' ? null : { key: 'brief.playOn' },
    chases === null ? null : { key: 'brief.chases', params: { n: chases } },
    repetition === 'none' ? null : { key: `brief.repetition.${repetition}` },
    { key: `brief.ask.${rules.draw_offers ? 'draw' : 'no'}.${rules.resignation ? 'resign' : 'no'}` },
    scoring === 'stake' ? { key: 'brief.stake' } : null,
  ];
  return words.filter((word) => word !== null);
}
