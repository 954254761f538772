import assert from 'node:assert/strict';
import { test } from 'node:test';

import { briefly, presetOf } from '../../web/js/core/presets.js';

/** @typedef {import('../../web/js/wire.d.ts').Rules} Rules */

const DOUQUE = /** @type {Rules} */ ({
  preset: 'douque', no_progress_limit: 60, chase_limit: 5, elimination: 'immediate', repetition: 'none',
  draw_offers: true, resignation: true, first_mover: 'draw', next_first_mover: 'draw', scoring: 'stake',
});
const PAOFUQI = /** @type {Rules} */ ({
  ...DOUQUE, preset: 'paofuqi', no_progress_limit: null, chase_limit: null, elimination: 'no_action_only',
  draw_offers: false, resignation: false, scoring: 'result',
});
const menu = /** @type {import('../../web/js/wire.d.ts').RulesMenu} */ (
  /** @type {unknown} */ ({ presets: { douque: DOUQUE, paofuqi: PAOFUQI }, options: {}, default: 'douque' }));
/** @param {Rules} rules */
const words = (rules) => briefly(rules).map(({ key }) => key);

test('who starts makes no other ruleset', () => {
  const host = { ...DOUQUE, preset: 'custom', first_mover: /** @type {const} */ ('host') };
  assert.equal(presetOf(host, menu), 'douque');
  assert.equal(presetOf({ ...host, chase_limit: 4 }, menu), 'custom');
});

test('a preset needs no menu to be known by its name, other rules do', () => {
  assert.equal(presetOf(PAOFUQI, null), 'paofuqi');
  assert.equal(presetOf({ ...PAOFUQI, preset: 'custom' }, null), null);
});

test('one line says what is special', () => {
  assert.deepEqual(words(DOUQUE), ['brief.quiet.on', 'brief.chases', 'brief.ask.draw.resign', 'brief.stake']);
  assert.deepEqual(words(PAOFUQI), ['brief.quiet.off', 'brief.playOn', 'brief.ask.no.no']);
});
