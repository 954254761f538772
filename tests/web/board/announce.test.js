import assert from 'node:assert/strict';
import { test } from 'node:test';

import { lastText, movesText, nextDirection, nextOfKind, ray, rayText } from '../../../web/js/board/announce.js';
import { readingOrder } from '../../../web/js/board/geometry.js';
import { boardWith, plain, viewOf } from './boards.js';

/** @type {import('../../../web/js/board/geometry.js').Layout} */
const TALL = { orientation: 'tall', rotated: false };
const VIEW = viewOf({
  board: boardWith({ b5: 'C', c5: '?', d5: 'h', b4: 'A', b7: 's', a8: '?' }),
  legal: ['b5b6', 'b5d5', 'a8'],
  barred: ['b5a5'],
});

/** @param {import('../../../web/js/board/geometry.js').Direction} direction */
const looking = (direction) => rayText(plain, VIEW, 'b5', direction, TALL);

test('a ray sees the first two occupied squares and the end of the line', () => {
  assert.deepEqual(ray(VIEW.board, 'b5', 'right', TALL), { end: 'd5', first: 'c5', second: 'd5' });
  assert.deepEqual(ray(VIEW.board, 'b5', 'left', TALL), { end: 'a5', first: null, second: null });
  assert.deepEqual(ray(VIEW.board, 'd5', 'right', TALL), { end: null, first: null, second: null });
});

test('a ray names screen and target when the list of moves has that capture', () => {
  const screen = '<board.label.item: c5 | <board.content.hidden>>';
  const target = '<board.label.item: d5 | <piece.black.H>>';
  assert.equal(looking('right'), `<board.ray.jump: <board.direction.right> | ${screen} | ${target}>`);
});

test('a ray otherwise only describes', () => {
  assert.match(looking('up'), /^<board\.ray\.one: .*b7/);
  assert.match(looking('down'), /^<board\.ray\.one: .*b4/);
  assert.equal(looking('left'), '<board.ray.open: <board.direction.left> | a5>');
  assert.equal(rayText(plain, VIEW, 'a8', 'up', TALL), '<board.ray.edge: <board.direction.up>>');
  const next = { ...VIEW, legal: ['b5b4'] };
  assert.match(rayText(plain, next, 'b5', 'down', TALL), /^<board\.ray\.take: .*b4/);
  assert.match(rayText(plain, next, 'b5', 'right', TALL), /^<board\.ray\.two: /);
});

test('scanning goes round clockwise, with Shift the other way', () => {
  assert.deepEqual(
    [nextDirection(null, false), nextDirection('up', false), nextDirection('left', false)],
    ['up', 'right', 'up'],
  );
  assert.deepEqual([nextDirection(null, true), nextDirection('up', true)], ['left', 'left']);
});

test('the moves of a piece are told with captures and barred squares apart', () => {
  const text = movesText(plain, VIEW, 'b5', false);
  assert.match(text, /board\.say\.moves: b6/);
  assert.match(text, /board\.say\.captures: <board\.label\.item: d5/);
  assert.match(text, /board\.say\.barred: a5/);
  assert.doesNotMatch(movesText(plain, VIEW, 'b5', true), /board\.say\.(moves|barred)/);
});

test('a square without moves says so, a face-down one that it can be flipped', () => {
  assert.match(movesText(plain, VIEW, 'b4', false), /^<board\.say\.noMoves/);
  assert.match(movesText(plain, VIEW, 'a8', true), /^<board\.say\.noCaptures/);
  assert.match(movesText(plain, VIEW, 'a8', false), /board\.say\.canFlip/);
});

test('the last move is told by where a piece stands now', () => {
  assert.equal(lastText(plain, VIEW.board, null), '<board.say.noLast>');
  assert.equal(lastText(plain, VIEW.board, ['b7']), '<board.say.lastFlip: b7 | <piece.black.S>>');
  assert.equal(lastText(plain, VIEW.board, ['b6', 'b7']), '<board.say.lastMove: b6 | b7 | <piece.black.S>>');
});

test('the search for a kind runs in reading order, both colours, and wraps', () => {
  const board = boardWith({ a8: 'S', c5: 's', d1: '?' });
  const order = readingOrder(TALL);
  assert.deepEqual(nextOfKind(board, order, 'a8', 'S', false), { square: 'c5', wrapped: false });
  assert.deepEqual(nextOfKind(board, order, 'c5', 'S', false), { square: 'a8', wrapped: true });
  assert.deepEqual(nextOfKind(board, order, 'c5', 'S', true), { square: 'a8', wrapped: false });
  assert.deepEqual(nextOfKind(board, order, 'a8', '?', false), { square: 'd1', wrapped: false });
  assert.equal(nextOfKind(board, order, 'a8', 'G', false), null);
});
