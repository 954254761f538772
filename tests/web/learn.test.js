import assert from 'node:assert/strict';
import { test } from 'node:test';

import { boardOf, boardWith, isWanted, newWalk, reduceWalk, scoreOf, squareFault, stageAt, withLesson } from '../../web/js/core/learn.js';
import { parsePath, pathOf } from '../../web/js/core/route.js';
import { LESSONS, lessonNamed } from '../../web/js/learn/lessons.js';

const WHY = { key: 'rule.too_far' };
/** @param {import('../../web/js/core/learn.js').Walk} walk @param {...import('../../web/js/core/learn.js').LearnAction} actions */
const after = (walk, ...actions) => actions.reduce(reduceWalk, walk);

test('a stage that was missed comes once more at the end, and costs one point', () => {
  const wrong = after(newWalk(2), { type: 'wrong', why: WHY }, { type: 'again' }, { type: 'wrong', why: WHY });
  assert.deepEqual([wrong.queue, wrong.missed, wrong.standing, wrong.why], [[0, 1, 0], [0], 'wrong', WHY]);
  assert.equal(after(wrong, { type: 'next' }), wrong, 'nobody goes on from a wrong answer');
  const second = after(wrong, { type: 'again' }, { type: 'right' }, { type: 'next' });
  assert.deepEqual([stageAt(second), second.standing], [1, 'trying']);
  const last = after(second, { type: 'right' }, { type: 'next' });
  assert.equal(stageAt(last), 0);
  const done = after(last, { type: 'right' }, { type: 'next' });
  assert.deepEqual([done.standing, scoreOf(done, 2)], ['complete', 1]);
});

test('what a stage wants is a kind of action or one of a few', () => {
  const judged = /** @type {any} */ ({ legal: ['a1', 'b1b2', 'b1c1'], captures: ['b1c1'] });
  const stage = (/** @type {any} */ want) => /** @type {any} */ ({ kind: 'play', position: '', want });
  assert.deepEqual(['a1', 'b1b2', 'b1c1'].map((action) => isWanted(stage('flip'), action, judged)), [true, false, false]);
  assert.deepEqual(['a1', 'b1b2', 'b1c1'].map((action) => isWanted(stage('move'), action, judged)), [false, true, false]);
  assert.deepEqual(['a1', 'b1b2', 'b1c1'].map((action) => isWanted(stage('capture'), action, judged)), [false, false, true]);
  assert.deepEqual(['a1', 'b1b2'].map((action) => isWanted(stage(['b1b2']), action, judged)), [false, true]);
});

test('squares that cannot be captured are told before those that were overlooked', () => {
  assert.deepEqual(squareFault(['a1', 'b1'], ['b1', 'c1']), { extra: 'a1', missing: 0 });
  assert.deepEqual(squareFault(['b1'], ['b1', 'c1']), { extra: null, missing: 1 });
  assert.equal(squareFault(['c1', 'b1'], ['b1', 'c1']), null);
});

test('positions are boards, and what was right is seen on them', () => {
  const board = boardOf('4/4/4/4/4/4/4/Gs1? r S 3');
  assert.equal(board, `Gs.?${'.'.repeat(28)}`);
  assert.equal(boardWith(board, 'a1b1', '?').slice(0, 4), '.G.?');
  assert.equal(boardWith(board, 'd1', 'S').slice(0, 4), 'Gs.S');
});

test('the best of several visits is kept', () => {
  const once = withLesson({}, 'flip', 3);
  assert.deepEqual(withLesson(once, 'flip', 2), { flip: { done: 2, best: 3 } });
});

test('every lesson has an address', () => {
  assert.deepEqual(parsePath('/learn', '#cannon'), { name: 'learn', lesson: 'cannon' });
  assert.deepEqual(parsePath('/learn', ''), { name: 'learn', lesson: null });
  for (const { name } of LESSONS) assert.equal(pathOf({ name: 'learn', lesson: name }), `learn#${name}`);
  assert.equal(lessonNamed('nothing'), null);
});
