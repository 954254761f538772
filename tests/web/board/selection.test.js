import assert from 'node:assert/strict';
import { test } from 'node:test';

import { NOTHING, choose, isOwn, keep } from '../../../web/js/board/selection.js';
import { boardWith, viewOf } from './boards.js';

const ONE_TAP = { confirmFlip: false, odds: false };
const TWO_TAPS = { confirmFlip: true, odds: false };
const WITH_ODDS = { confirmFlip: false, odds: true };
const QUIET = { type: 'none' };

const VIEW = viewOf({
  board: boardWith({ b5: 'C', b4: 'A', c5: '?', d5: 'h', a8: '?', d8: 'g', a1: 'S' }),
  legal: ['b5b6', 'b5d5', 'a8', 'b4a4'],
  barred: ['b5a5'],
});

/** @param {string} square */
const picked = (square) => ({ selected: square, armed: null });

test('an own piece is selected, chosen again it is let go', () => {
  const first = choose(NOTHING, VIEW, 'b5', ONE_TAP);
  assert.deepEqual(first, { selection: picked('b5'), effect: QUIET });
  assert.deepEqual(choose(first.selection, VIEW, 'b5', ONE_TAP), { selection: NOTHING, effect: QUIET });
});

test('another own piece takes the selection over', () => {
  assert.deepEqual(choose(picked('b5'), VIEW, 'b4', ONE_TAP), { selection: picked('b4'), effect: QUIET });
});

test('a piece without moves is selected and says so', () => {
  const step = choose(NOTHING, VIEW, 'a1', ONE_TAP);
  assert.deepEqual(step, { selection: picked('a1'), effect: { type: 'stuck', square: 'a1' } });
});

test('a legal target acts', () => {
  for (const target of ['b6', 'd5']) {
    const step = choose(picked('b5'), VIEW, target, ONE_TAP);
    assert.deepEqual(step, { selection: NOTHING, effect: { type: 'act', action: `b5${target}` } });
  }
});

test('any other target is refused, a barred one as barred', () => {
  const barred = choose(picked('b5'), VIEW, 'a5', ONE_TAP);
  assert.deepEqual(barred.effect, { type: 'refused', from: 'b5', to: 'a5', barred: true });
  const astray = choose(picked('b5'), VIEW, 'd8', ONE_TAP);
  assert.deepEqual(astray, { selection: NOTHING, effect: { type: 'refused', from: 'b5', to: 'd8', barred: false } });
});

test('a face-down square never flips while a piece is selected', () => {
  assert.equal(choose(picked('b5'), VIEW, 'a8', ONE_TAP).effect.type, 'refused');
});

test('one tap flips when the flip is allowed', () => {
  assert.deepEqual(choose(NOTHING, VIEW, 'a8', ONE_TAP).effect, { type: 'act', action: 'a8' });
  assert.deepEqual(choose(NOTHING, VIEW, 'c5', ONE_TAP).effect, QUIET);
});

test('with the wish to confirm, the second tap on the same square flips', () => {
  const first = choose(NOTHING, VIEW, 'a8', TWO_TAPS);
  assert.deepEqual(first, { selection: { selected: null, armed: 'a8' }, effect: { type: 'armed', square: 'a8' } });
  assert.deepEqual(choose(first.selection, VIEW, 'a8', TWO_TAPS).effect, { type: 'act', action: 'a8' });
  assert.deepEqual(choose(first.selection, VIEW, 'a2', TWO_TAPS), { selection: NOTHING, effect: QUIET });
});

test('an enemy or an empty square alone does nothing', () => {
  for (const square of ['d8', 'a2']) assert.deepEqual(choose(NOTHING, VIEW, square, ONE_TAP).effect, QUIET);
});

test('out of turn one may look but nothing is sent', () => {
  const waiting = { ...VIEW, canAct: false };
  assert.deepEqual(choose(NOTHING, waiting, 'b5', ONE_TAP), { selection: picked('b5'), effect: QUIET });
  for (const square of ['b6', 'd8', 'a8']) {
    assert.deepEqual(choose(picked('b5'), waiting, square, ONE_TAP), { selection: NOTHING, effect: QUIET });
    assert.deepEqual(choose(NOTHING, waiting, square, ONE_TAP).effect, QUIET);
  }
});

test('looking at the past, or with an action in flight, the board is inert', () => {
  for (const inert of [{ ...VIEW, live: false }, { ...VIEW, pending: 'b5b6' }]) {
    for (const square of ['b5', 'a8', 'b6'])
      assert.deepEqual(choose(NOTHING, inert, square, ONE_TAP), { selection: NOTHING, effect: QUIET });
  }
});

test('a spectator owns nothing', () => {
  const watching = { ...VIEW, you: null, canAct: false };
  assert.equal(isOwn(watching, 'b5'), false);
  assert.deepEqual(choose(NOTHING, watching, 'b5', ONE_TAP).selection, NOTHING);
});

test('a selection outlives news that leave the board alone', () => {
  assert.equal(keep(picked('b5'), VIEW, { ...VIEW }).selected, 'b5');
});

test('a selection is dropped when the position changes, the game leaves the present or a move is sent', () => {
  const moved = { ...VIEW, board: boardWith({ b5: 'C' }) };
  for (const after of [moved, { ...VIEW, live: false }, { ...VIEW, pending: 'a8' }, { ...VIEW, you: null }])
    assert.deepEqual(keep(picked('b5'), VIEW, after), NOTHING);
  assert.deepEqual(keep({ selected: null, armed: 'a8' }, VIEW, moved), NOTHING);
});

test('with the odds shown a face-down piece is asked about first', () => {
  const first = choose(NOTHING, VIEW, 'a8', WITH_ODDS);
  assert.deepEqual(first, { selection: { selected: null, armed: 'a8' }, effect: { type: 'armed', square: 'a8' } });
  assert.deepEqual(choose(first.selection, VIEW, 'a8', WITH_ODDS).effect, { type: 'act', action: 'a8' });
  const waiting = { ...VIEW, canAct: false };
  assert.deepEqual(choose(NOTHING, waiting, 'a8', WITH_ODDS).effect, { type: 'asked', square: 'a8' });
  assert.deepEqual(choose(NOTHING, waiting, 'a8', ONE_TAP).effect, QUIET);
});

const PLANS = { ...ONE_TAP, premove: true };
const THEIRS = viewOf({ board: VIEW.board, legal: ['d5d4'], canAct: false, canPlan: true });

test('in the other\'s turn a move or a flip is planned, if the player wishes that', () => {
  assert.deepEqual(choose(picked('b5'), THEIRS, 'd5', PLANS), { selection: NOTHING, effect: { type: 'plan', action: 'b5d5' } });
  assert.deepEqual(choose(NOTHING, THEIRS, 'a8', PLANS).effect, { type: 'plan', action: 'a8' });
  assert.deepEqual(choose(NOTHING, THEIRS, 'b5', PLANS), { selection: picked('b5'), effect: QUIET });
  for (const square of ['d5', 'a8']) assert.equal(choose(NOTHING, THEIRS, square, ONE_TAP).effect.type, 'none');
  assert.equal(choose(picked('b5'), THEIRS, 'd5', ONE_TAP).effect.type, 'none');
});

test('a flip is planned by two taps where it takes two to flip', () => {
  const first = choose(NOTHING, THEIRS, 'a8', { ...TWO_TAPS, premove: true });
  assert.equal(first.effect.type, 'armed');
  assert.deepEqual(choose(first.selection, THEIRS, 'a8', { ...TWO_TAPS, premove: true }).effect, { type: 'plan', action: 'a8' });
});

test('the next touch ends a plan and makes none, but may take up another piece', () => {
  const planned = viewOf({ ...THEIRS, planned: 'b5d5' });
  const ended = { type: 'plan', action: null };
  for (const square of ['b5', 'd5', 'a8', 'c1']) assert.deepEqual(choose(NOTHING, planned, square, PLANS), { selection: NOTHING, effect: ended });
  assert.deepEqual(choose(NOTHING, planned, 'b4', PLANS), { selection: picked('b4'), effect: ended });
});
