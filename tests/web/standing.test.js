/** The board in words: what stands where, and how it is asked for. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { standing, standingOf, standingOn } from '../../web/js/core/standing.js';
import { readTyped } from '../../web/js/core/typed.js';

/** a1 to d1: a Cannon of each colour, an empty square and a face-down piece; a General on b8. */
const BOARD = `Cc.?${'.'.repeat(25)}g..`;

test('pieces are listed by kind, red before black, what is face down last', () => {
  assert.deepEqual(standing(BOARD), [
    { piece: 'C', squares: ['a1'] }, { piece: 'g', squares: ['b8'] }, { piece: 'c', squares: ['b1'] }, { piece: '?', squares: ['d1'] },
  ]);
});

test('a kind is asked for without its colour', () => {
  assert.deepEqual(standingOf(BOARD, 'c').map(({ squares }) => squares), [['a1'], ['b1']]);
  assert.deepEqual(standingOf(BOARD, '?'), [{ piece: '?', squares: ['d1'] }]);
  assert.deepEqual(standingOf(BOARD, 'h'), []);
  assert.deepEqual(standingOf(BOARD, ''), standing(BOARD));
});

test('a file, a rank and a square are told without their empty places', () => {
  assert.deepEqual(standingOn(BOARD, 'b'), ['b1', 'b8']);
  assert.deepEqual(standingOn(BOARD, '1'), ['a1', 'b1', 'd1']);
  assert.deepEqual(standingOn(BOARD, 'c1'), []);
});

test('questions are understood as they are typed', () => {
  assert.deepEqual(readTyped('p C'), { type: 'kind', kind: 'c' });
  assert.deepEqual(readTyped('P?'), { type: 'kind', kind: '?' });
  assert.deepEqual(readTyped('p'), { type: 'kind', kind: '' });
  assert.deepEqual(readTyped('ｓ ａ'), { type: 'place', place: 'a' });
  assert.deepEqual(readTyped('s 4'), { type: 'place', place: '4' });
  assert.deepEqual(readTyped('s b4'), { type: 'place', place: 'b4' });
  assert.deepEqual(readTyped('x'), { type: 'ask', about: 'taken' });
  assert.deepEqual(readTyped('takeback'), { type: 'takeback' });
  for (const text of ['s', 's 9', 'p x', 'px4', 'toString']) assert.deepEqual(readTyped(text), { type: 'unknown' });
});

test('moves are still moves', () => {
  assert.deepEqual(readTyped('a1'), { type: 'play', action: 'a1' });
  assert.deepEqual(readTyped('b5 x b6=s'), { type: 'play', action: 'b5b6' });
});
