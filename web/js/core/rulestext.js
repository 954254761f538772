/**
 * A ruleset told in sentences and as a chart. Every sentence is a key made of an option's name and
 * its value, so that a new option needs words only.
 */

/**
 * @typedef {import('../wire.d.ts').Rules} Rules
 * @typedef {import('../wire.d.ts').OptionValue} OptionValue
 * @typedef {import('../state.d.ts').Sentence} Sentence
 */

/** What a house rule has when it is off. @type {Record<string, OptionValue>} */
const STANDARD = {
  general_takes_soldier: false, soldier_takes_cannon: false, ranking: 'taiwan', cannon: 'jump',
  equal_ranks: 'capture', chain_captures: false, dark_capture: 'off', chariot_rush: false,
  horse_diagonal: false, colours: 'first_flip',
};

const PLAY = ['ranking', 'general_takes_soldier', 'cannon'];
const ENDS = ['elimination', 'no_progress_limit', 'chase_limit', 'repetition'];
const MANNERS = ['draw_offers', 'resignation', 'first_mover', 'next_first_mover', 'scoring'];
/** The options whose sentences tell presets apart. */
const TELLING = [...ENDS, 'draw_offers', 'resignation', 'first_mover', 'scoring'];

/** The part of a key that stands for a value. @param {OptionValue} value */
export function valueWord(value) {
  if (value === null || value === false) return 'off';
  if (value === true) return 'on';
  return typeof value === 'number' ? 'n' : value;
}

/** @param {string} option @param {Rules} rules @returns {Sentence} */
export function optionSentence(option, rules) {
  const value = rules[option] ?? null;
  const n = option === 'scoring' ? rules.stake_base : typeof value === 'number' ? value : 0;
  return { key: `sum.${option}.${valueWord(value)}`, params: { n } };
}

/** The label of one value in a list. @param {string} option @param {OptionValue} value @returns {Sentence} */
export function valueLabel(option, value) {
  const n = typeof value === 'number' ? value : 0;
  const plain = value === true || value === false || (value === null && option !== 'no_progress_limit');
  return { key: plain ? `value.${valueWord(value)}` : `value.${option}.${valueWord(value)}`, params: { n } };
}

/** House rules that are on. @param {Rules} rules @returns {Sentence[]} */
export function houseSentences(rules) {
  return Object.keys(STANDARD)
    .filter((option) => option in rules && rules[option] !== STANDARD[option] && !PLAY.includes(option))
    .map((option) => optionSentence(option, rules));
}

/** @param {import('../wire.d.ts').Clock | null} clock @returns {Sentence} */
export function clockSentence(clock) {
  if (!clock) return { key: 'sum.clock.off' };
  return { key: 'sum.clock.on', params: { m: clock.initial / 60, s: clock.increment } };
}

/** What tells one preset from another. @param {Rules} rules @returns {Sentence[]} */
export function presetSentences(rules) {
  return [...TELLING.map((option) => optionSentence(option, rules)), ...houseSentences(rules)];
}

/**
 * The whole agreement, in sections, as both players see it before they sit.
 * @param {Rules} rules @param {import('../wire.d.ts').Clock | null} clock
 * @returns {{title: string, sentences: Sentence[]}[]}
 */
export function agreement(rules, clock) {
  const said = (/** @type {string[]} */ options) => options.map((option) => optionSentence(option, rules));
  return [
    { title: 'sum.title.play', sentences: [{ key: 'sum.turn' }, ...said(PLAY), ...houseSentences(rules)] },
    { title: 'sum.title.ends', sentences: said(ENDS) },
    { title: 'sum.title.manners', sentences: [...said(MANNERS), clockSentence(clock)] },
  ];
}

/** @type {Record<string, string>} */
const LADDERS = { taiwan: 'GAERHCS', hong_kong: 'GRHCAES' };

/** Kinds from the strongest down. @param {Rules} rules */
export function ladder(rules) {
  return LADDERS[String(rules['ranking'])] ?? 'GAERHCS';
}

/**
 * May this kind take that one? `jump`: over a screen only.
 * @param {Rules} rules @param {string} attacker @param {string} target
 * @returns {'yes' | 'no' | 'jump'}
 */
export function takes(rules, attacker, target) {
  const order = ladder(rules);
  if (attacker === 'C' && rules['cannon'] === 'jump') return 'jump';
  if (attacker === 'G' && target === 'S') return rules['general_takes_soldier'] ? 'yes' : 'no';
  if (attacker === 'S' && target === 'G') return 'yes';
  if (attacker === 'S' && target === 'C') return rules['soldier_takes_cannon'] ? 'yes' : 'no';
  return order.indexOf(attacker) <= order.indexOf(target) ? 'yes' : 'no';
}
