import assert from 'node:assert/strict';
import { test } from 'node:test';

import { CANNON_STEPS, nextStep } from '../../web/js/core/cannon.js';
import { newRoom } from '../../web/js/core/room.js';
import { reportText } from '../../web/js/core/report.js';
import { presetRows } from '../../web/js/core/presettable.js';
import { RULES, aWelcome, afterFlip, hear } from './rooms.js';

test('the table tells exactly where rulesets differ', () => {
  const menu = /** @type {any} */ ({ presets: {
    a: { preset: 'a', chase_limit: 5, resignation: true, undo: 'off' },
    b: { preset: 'b', chase_limit: null, resignation: true, undo: 'local' },
  } });
  const rows = presetRows(menu);
  assert.deepEqual(rows.map(({ option }) => option), ['chase_limit', 'undo']);
  assert.deepEqual(rows[0]?.cells, [
    { preset: 'a', label: { key: 'value.chase_limit.n', params: { n: 5 } } },
    { preset: 'b', label: { key: 'value.off', params: { n: 0 } } },
  ]);
  assert.deepEqual(presetRows(/** @type {any} */ ({ presets: {} })), []);
});

test('the steps of the cannon go round, and each is a whole line with one cannon', () => {
  assert.deepEqual([nextStep(0, -1), nextStep(5, 1), nextStep(2, 1)], [5, 0, 3]);
  for (const { line, can, cannot } of CANNON_STEPS) {
    assert.deepEqual([line.length, line.split('C').length], [8, 2], line);
    assert.ok([...can, ...cannot].every((place) => /[a-z?]/.test(line.charAt(place))), line);
  }
});

test('a report tells what is played and how it stands, and no secret', () => {
  const s = hear(newRoom('K7Q2MX'), aWelcome({ game: afterFlip(), moves: ['a1=G'] }));
  const lines = reportText(s, RULES, { build: 'b1' }).split('\n');
  assert.deepEqual(lines.map((line) => line.replace(/:.*/, '')), ['build', 'rules', 'game', 'ply', 'position', 'moves', 'chases', 'result']);
  assert.ok(lines.includes('moves: a1=G'));
  assert.ok(lines.some((line) => line.startsWith('position: ????/????/????/????/????/????/????/G??? b ')));
  assert.doesNotMatch(lines.join(), /Mei|K7Q2MX/);
  assert.equal(reportText(null, RULES, {}).split('\n').length, 1);
});
