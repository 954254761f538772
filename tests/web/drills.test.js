/** Drills draw positions that can be, and the sandbox keeps to one set. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DRILLS, REASONS, SET, TASKS, drill, fitting, isDrill, missingFrom, nameOf, positionOf, reasonsAround, scene, shuffled } from '../../web/js/core/drills.js';
import { boardOf } from '../../web/js/core/learn.js';
import { ALL_DOWN, NEW_SETUP, left, positionFrom, reduceSetup } from '../../web/js/core/sandbox.js';

/** @param {number} seed */
function stream(seed) {
  let now = seed;
  return () => {
    now = (now * 48271) % 2147483647;
    return now / 2147483647;
  };
}

/** @param {string} letters */
const sorted = (letters) => [...letters].sort().join('');

test('a scene is one whole set: face up, face down and gone', () => {
  for (let seed = 1; seed < 40; seed += 1) {
    const { board, pool, gone } = scene(12, 8, stream(seed));
    assert.equal(sorted(board.replace(/[.?]/g, '') + pool + gone), sorted(SET));
    assert.equal([...board].filter((letter) => letter === '?').length, pool.length);
    assert.equal(boardOf(positionOf({ board, pool, turn: 'r' })), board);
  }
});

test('the same chance draws the same tasks, another one others', () => {
  for (const name of /** @type {import('../../web/js/core/drills.js').DrillName[]} */ (Object.keys(DRILLS))) {
    assert.ok(isDrill(name));
    const one = drill(name, stream(3));
    assert.equal(one.stages.length, TASKS);
    assert.deepEqual(drill(name, stream(3)), one);
    assert.notDeepEqual(drill(name, stream(4)), one);
  }
  assert.ok(!isDrill('flip') && !isDrill(null) && !isDrill('toString'));
});

test('every piece on a line of the cannon is offered, once', () => {
  for (let seed = 1; seed < 40; seed += 1) {
    const stage = DRILLS.aim.draw(stream(seed));
    assert.equal(stage.kind, 'squares');
    if (stage.kind !== 'squares') return;
    assert.equal(new Set(stage.of).size, stage.of.length);
    assert.ok(stage.of.every((to) => (to[0] === stage.from[0]) !== (to[1] === stage.from[1])), `${stage.from}: ${stage.of}`);
  }
});

test('what is asked about lies face down at least once among three', () => {
  for (let seed = 1; seed < 40; seed += 1) {
    const stage = DRILLS.hidden.draw(stream(seed));
    if (stage.kind !== 'numbers') throw new Error(stage.kind);
    const pool = stage.position.split(' ')[2] ?? '';
    assert.equal(new Set(stage.of).size, 3);
    assert.ok(stage.of.some((letter) => pool.includes(letter)));
  }
});

test('letters are counted by colour or by piece', () => {
  assert.deepEqual([fitting('GSSgs', 'red'), fitting('GSSgs', 'S'), fitting('GSSgs', 'black'), fitting('GSSgs', 'a')], [3, 2, 2, 0]);
  assert.deepEqual([nameOf('red'), nameOf('S'), nameOf('g')], ['side.red', 'piece.red.S', 'piece.black.G']);
  assert.equal(sorted(missingFrom(SET.slice(2)).join('')), 'AG');
  assert.deepEqual(shuffled([1, 2, 3], () => 0.999), [1, 2, 3]);
});

test('the true reason is always among those that are offered', () => {
  for (let seed = 1; seed < 30; seed += 1) {
    const others = shuffled(REASONS, stream(seed));
    const offered = reasonsAround('too_far', others);
    assert.equal(new Set(offered).size, 4);
    assert.ok(offered.includes('too_far'));
    assert.deepEqual(offered, reasonsAround('too_far', others), 'the second try has the same');
    assert.equal(reasonsAround(null, others).length, 3);
  }
});

const at = (/** @type {string} */ square) => /** @type {const} */ ({ type: 'touch', square });

test('a touch puts a piece down, the same once more takes it away, and each can be undone', () => {
  const one = reduceSetup(NEW_SETUP, at('a1'));
  assert.equal(one.board.charAt(0), 'G');
  assert.equal(left(one, 'G'), 0);
  assert.equal(reduceSetup(one, at('b1')), one, 'a set has one red general');
  assert.equal(reduceSetup(one, at('a1')).board, NEW_SETUP.board);
  const other = reduceSetup(reduceSetup(one, { type: 'brush', letter: 's' }), at('a1'));
  assert.equal(other.board.charAt(0), 's');
  const back = reduceSetup(other, { type: 'back' });
  assert.deepEqual([back.board, back.brush], [one.board, 's']);
  assert.equal(reduceSetup(NEW_SETUP, { type: 'back' }), NEW_SETUP);
  assert.equal(reduceSetup(one, { type: 'board', board: ALL_DOWN }).past.length, 2);
});

test('what lies face down is drawn from what is not on the board', () => {
  const setup = { ...NEW_SETUP, board: `G??${'.'.repeat(29)}`, turn: /** @type {const} */ ('b') };
  for (let seed = 1; seed < 20; seed += 1) {
    const [board, turn, pool = '', quiet] = positionFrom(setup, stream(seed)).split(' ');
    assert.deepEqual([board, turn, quiet], ['4/4/4/4/4/4/4/G??1', 'b', '0']);
    assert.ok(pool.length === 2 && !pool.includes('G'));
  }
  assert.match(positionFrom({ ...setup, board: ALL_DOWN }, stream(1)), /^(\?{4}\/){7}\?{4} - \w{32} 0$/);
});
