import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { agreement, clockSentence, houseSentences, ladder, optionSentence, presetSentences, takes, valueLabel } from '../../web/js/core/rulestext.js';
import { DEFAULTS, readPrefs } from '../../web/js/core/prefs.js';
import { cleanName, isNameUsable, visibleLength } from '../../web/js/core/names.js';
import { RULES } from './rooms.js';

const english = JSON.parse(readFileSync(new URL('../../web/locales/en.json', import.meta.url), 'utf8'));

/** Every option with every value of the rules of Banqi. @type {Record<string, import('../../web/js/wire.d.ts').OptionValue[]>} */
const OPTIONS = {
  no_progress_limit: [null, 40, 60, 100, 120], repetition: ['none', 'draw3', 'vary'], chase_limit: [null, 2, 5, 9],
  elimination: ['immediate', 'no_action_only'], draw_offers: [true, false], resignation: [true, false], undo: ['off', 'local'],
  first_mover: ['draw', 'host', 'guest', 'random'], next_first_mover: ['alternate', 'loser', 'winner', 'draw'],
  scoring: ['result', 'stake'], general_takes_soldier: [true, false], soldier_takes_cannon: [true, false],
  ranking: ['taiwan', 'hong_kong'], cannon: ['jump', 'step'], equal_ranks: ['capture', 'trade'], chain_captures: [true, false],
  dark_capture: ['off', 'reveal', 'trade'], chariot_rush: [true, false], horse_diagonal: [true, false],
  colours: ['first_flip', 'host_red', 'host_black'],
};

test('every value of every option has a sentence and a label', () => {
  for (const [option, values] of Object.entries(OPTIONS)) {
    assert.ok(`option.${option}` in english || option === 'first_mover', option);
    for (const value of values) {
      const rules = { ...RULES, [option]: value };
      assert.ok(optionSentence(option, rules).key in english, optionSentence(option, rules).key);
      if (option !== 'first_mover') assert.ok(valueLabel(option, value).key in english, valueLabel(option, value).key);
    }
  }
});

test('both players read the whole agreement, house rules included', () => {
  const keys = agreement({ ...RULES, chain_captures: true }, null).flatMap((part) => [part.title, ...part.sentences.map((s) => s.key)]);
  assert.ok(keys.includes('sum.chain_captures.on'));
  assert.ok(keys.includes('sum.clock.off'));
  assert.deepEqual(keys.filter((key) => !(key in english)), []);
  assert.deepEqual(houseSentences(RULES), []);
  assert.deepEqual(clockSentence({ initial: 300, increment: 5 }), { key: 'sum.clock.on', params: { m: 5, s: 5 } });
  assert.equal(presetSentences(RULES).length, 8);
});

test('the chart follows the ruleset', () => {
  assert.equal(takes(RULES, 'G', 'S'), 'no');
  assert.equal(takes({ ...RULES, general_takes_soldier: true }, 'G', 'S'), 'yes');
  assert.equal(takes(RULES, 'S', 'G'), 'yes');
  assert.equal(takes(RULES, 'S', 'C'), 'no');
  assert.equal(takes(RULES, 'C', 'G'), 'jump');
  assert.equal(takes({ ...RULES, cannon: 'step' }, 'C', 'G'), 'no');
  assert.equal(takes({ ...RULES, ranking: 'hong_kong' }, 'R', 'A'), 'yes');
  assert.equal(takes(RULES, 'R', 'A'), 'no');
  assert.equal(ladder(RULES), 'GAERHCS');
});

test('settings survive whatever was stored', () => {
  assert.deepEqual(readPrefs(null), DEFAULTS);
  assert.deepEqual(readPrefs('{broken'), DEFAULTS);
  assert.deepEqual(readPrefs('[1]'), DEFAULTS);
  const read = readPrefs('{"theme":"dark","pieces":"nonsense","volume":500,"rotated":"yes","sound":false}');
  assert.deepEqual(read, { ...DEFAULTS, theme: 'dark', sound: false });
});

test('names are counted as a reader counts them', () => {
  assert.equal(visibleLength('👨‍👩‍👧‍👦é'), 2);
  assert.equal(cleanName('  Mei\u202e \u0000 Lin '), 'Mei Lin');
  assert.ok(isNameUsable('玩'.repeat(24)));
  assert.ok(!isNameUsable('x'.repeat(25)));
});
