import assert from 'node:assert/strict';
import { test } from 'node:test';

import { commandOf } from '../../../web/js/board/keyboard.js';

/** @type {import('../../../web/js/board/geometry.js').Layout} */
const TALL = { orientation: 'tall', rotated: false };
/** @type {import('../../../web/js/board/geometry.js').Layout} */
const WIDE = { orientation: 'wide', rotated: false };
const BARE = { key: '', code: '', shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };

/** @param {Partial<typeof BARE>|string} press @param {string} [square] @param {import('../../../web/js/board/geometry.js').Layout} [layout] @param {boolean} [letters] */
function command(press, square = 'b5', layout = TALL, letters = true) {
  const keys = typeof press === 'string' ? { key: press } : press;
  return commandOf({ ...BARE, ...keys }, square, layout, letters);
}

/** @param {string} square */
const focus = (square) => ({ type: 'focus', square });

test('arrows go where they point and stop at the edge', () => {
  assert.deepEqual(command('ArrowUp'), focus('b6'));
  assert.deepEqual(command('ArrowUp', 'b5', WIDE), focus('a5'));
  assert.deepEqual(command('ArrowRight', 'd5'), { type: 'edge' });
});

test('Home, End and the page keys travel in rows and columns', () => {
  assert.deepEqual(command('Home'), focus('a5'));
  assert.deepEqual(command('End', 'b5', WIDE), focus('b8'));
  assert.deepEqual(command({ key: 'Home', ctrlKey: true }), focus('a8'));
  assert.deepEqual(command({ key: 'End', ctrlKey: true }), focus('d1'));
  assert.deepEqual(command('PageUp', 'b2'), focus('b6'));
  assert.deepEqual(command('PageUp'), focus('b8'));
  assert.deepEqual(command('PageDown', 'b1'), { type: 'edge' });
});

test('digits jump to ranks, with Shift to files, whatever the keys print', () => {
  assert.deepEqual(command({ key: '8', code: 'Digit8' }), focus('b8'));
  assert.deepEqual(command({ key: '!', code: 'Digit1', shiftKey: true }), focus('a5'));
  assert.equal(command({ key: '%', code: 'Digit5', shiftKey: true }), null);
});

test('letters ask', () => {
  assert.deepEqual(command('m'), { type: 'moves', capturesOnly: false });
  assert.deepEqual(command({ key: 'M', shiftKey: true }), { type: 'moves', capturesOnly: true });
  assert.deepEqual(command('x'), { type: 'ray', backwards: false });
  assert.deepEqual(command('o'), { type: 'here' });
  assert.deepEqual(command('l'), { type: 'last' });
  assert.deepEqual(command('f'), { type: 'find', kind: '?', backwards: false });
  assert.deepEqual(command({ key: 'R', shiftKey: true }), { type: 'find', kind: 'R', backwards: true });
});

test('the page gets its own letters and everything else is left alone', () => {
  for (const letter of 'tuniz') assert.deepEqual(command(letter), { type: 'page', letter });
  for (const key of ['q', '?', 'Tab', 'Enter', ' ', 'F5']) assert.equal(command(key), null, key);
});

test('letters are silent with modifiers and when they are switched off', () => {
  for (const modifier of ['ctrlKey', 'altKey', 'metaKey']) assert.equal(command({ key: 'm', [modifier]: true }), null);
  assert.equal(command('m', 'b5', TALL, false), null);
  assert.deepEqual(command('ArrowUp', 'b5', TALL, false), focus('b6'));
  assert.deepEqual(command('Escape', 'b5', TALL, false), { type: 'cancel' });
});
