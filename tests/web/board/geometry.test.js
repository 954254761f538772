import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  DIRECTIONS, NAMES, between, cellOf, chooseOrientation, dimensions, indexAt, line, neighbour,
  readingOrder, squareIndex, squareName, squareSize, squareUnder,
} from '../../../web/js/board/geometry.js';

/** @typedef {import('../../../web/js/board/geometry.js').Layout} Layout */

/** @type {Layout} */
const TALL = { orientation: 'tall', rotated: false };
/** @type {Layout} */
const WIDE = { orientation: 'wide', rotated: false };
/** @type {Layout[]} */
const LAYOUTS = [TALL, WIDE, { orientation: 'tall', rotated: true }, { orientation: 'wide', rotated: true }];

/** @param {string} name @param {Layout} layout */
const cell = (name, layout) => Object.values(cellOf(squareIndex(name), layout));
/** @param {Layout} layout */
const order = (layout) => readingOrder(layout).map(squareName);

test('names run as in a position string and come back to their index', () => {
  assert.equal(NAMES.slice(0, 5).join(' '), 'a1 b1 c1 d1 a2');
  assert.equal(NAMES[31], 'd8');
  NAMES.forEach((name, i) => assert.equal(squareIndex(name), i));
});

test('what names no square has no index', () => {
  for (const text of ['', 'a', 'a0', 'a9', 'e1', 'A1', 'a1 ', 'a10', '1a'])
    assert.equal(squareIndex(text), -1, text);
});

test('the tall board has a1 at the bottom left and rank 8 on top', () => {
  assert.deepEqual(cell('a1', TALL), [7, 0]);
  assert.deepEqual(cell('d1', TALL), [7, 3]);
  assert.deepEqual(cell('a8', TALL), [0, 0]);
  assert.equal(order(TALL).slice(0, 4).join(' '), 'a8 b8 c8 d8');
});

test('the wide board is the tall one turned clockwise', () => {
  assert.deepEqual(cell('a1', WIDE), [0, 0]);
  assert.deepEqual(cell('a8', WIDE), [0, 7]);
  assert.deepEqual(cell('d1', WIDE), [3, 0]);
  for (const name of NAMES) {
    const { row, col } = cellOf(squareIndex(name), TALL);
    assert.deepEqual(cell(name, WIDE), [col, 7 - row]);
  }
});

test('a rotated board shows the same squares in the opposite order', () => {
  for (const orientation of /** @type {const} */ (['tall', 'wide'])) {
    const upright = order({ orientation, rotated: false });
    assert.deepEqual(order({ orientation, rotated: true }), upright.reverse());
  }
});

test('every layout shows every square exactly once, where cellOf says', () => {
  for (const layout of LAYOUTS) {
    assert.equal(new Set(order(layout)).size, 32);
    NAMES.forEach((_, i) => assert.equal(indexAt(cellOf(i, layout), layout), i));
  }
});

test('beyond the edge there is no square', () => {
  for (const layout of LAYOUTS) {
    const { rows, cols } = dimensions(layout.orientation);
    for (const [row, col] of /** @type {const} */ ([[-1, 0], [0, -1], [rows, 0], [0, cols]]))
      assert.equal(indexAt({ row, col }, layout), -1);
  }
});

test('neighbours follow the picture', () => {
  const b5 = squareIndex('b5');
  const seen = (/** @type {Layout} */ layout) => DIRECTIONS.map((d) => squareName(neighbour(b5, d, layout)));
  assert.deepEqual(seen(TALL), ['b6', 'c5', 'b4', 'a5']);
  assert.deepEqual(seen(WIDE), ['a5', 'b6', 'c5', 'b4']);
  assert.equal(neighbour(squareIndex('a8'), 'up', TALL), -1);
});

test('a line runs to the edge, nearest first', () => {
  assert.deepEqual(line(squareIndex('b6'), 'up', TALL).map(squareName), ['b7', 'b8']);
  assert.deepEqual(line(squareIndex('b6'), 'right', WIDE).map(squareName), ['b7', 'b8']);
  assert.deepEqual(line(squareIndex('a1'), 'left', TALL), []);
});

test('between two squares of a line lie the squares in the middle', () => {
  const names = (/** @type {string} */ a, /** @type {string} */ b) =>
    between(squareIndex(a), squareIndex(b)).map(squareName);
  assert.deepEqual(names('b2', 'b6'), ['b3', 'b4', 'b5']);
  assert.deepEqual(names('b6', 'b2'), ['b3', 'b4', 'b5']);
  assert.deepEqual(names('a1', 'd1'), ['b1', 'c1']);
  assert.deepEqual(names('a1', 'b1'), []);
  assert.deepEqual(names('a1', 'b3'), []);
  assert.deepEqual(names('d1', 'a2'), [], 'neighbours in the list are not neighbours on the board');
});

test('a point belongs to the square that is drawn there', () => {
  const box = { left: 10, top: 20, width: 200, height: 400 };
  const at = (/** @type {number} */ x, /** @type {number} */ y) => NAMES[squareUnder({ x, y }, box, TALL)] ?? null;
  assert.equal(at(11, 21), 'a8');
  assert.equal(at(209, 419), 'd1');
  assert.equal(at(10 + 75, 20 + 175), 'b5');
  assert.equal(at(9, 100), null);
  assert.equal(at(100, 421), null);
});

test('squares are whole pixels, never under 24, and scroll rather than shrink below 44', () => {
  assert.equal(squareSize('tall', { width: 374, height: 557 }), 69);
  assert.equal(squareSize('tall', { width: 304, height: 348 }), 44);
  assert.equal(squareSize('tall', { width: 304, height: 100 }), 44);
  assert.equal(squareSize('wide', { width: 304, height: 348 }), 38);
  assert.equal(squareSize('wide', { width: 100, height: 348 }), 24);
});

test('auto takes the orientation with the larger squares', () => {
  assert.equal(chooseOrientation('auto', { width: 374, height: 552 }), 'tall');
  assert.equal(chooseOrientation('auto', { width: 552, height: 208 }), 'wide');
  assert.equal(chooseOrientation('auto', { width: 304, height: 144 }), 'tall');
  assert.equal(chooseOrientation('auto', { width: 768, height: 912 }), 'tall');
  assert.equal(chooseOrientation('auto', { width: 1264, height: 608 }), 'wide');
  assert.equal(chooseOrientation('wide', { width: 100, height: 900 }), 'wide');
});

test('a whole wide board goes before a tall one that would scroll and is hardly larger', () => {
  assert.equal(chooseOrientation('auto', { width: 346, height: 250 }), 'wide');
  assert.equal(chooseOrientation('auto', { width: 304, height: 250 }), 'tall');
});
