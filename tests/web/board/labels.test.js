import assert from 'node:assert/strict';
import { test } from 'node:test';

import { contentText, pieceKey, squareLabel } from '../../../web/js/board/labels.js';
import { contentOf } from '../../../web/js/board/position.js';
import { plain } from './boards.js';

const STATE = { letter: 'C', selected: false, armed: false, pending: false, last: false, destination: null };

test('contents are named by colour and kind, and hidden ones by nothing', () => {
  assert.deepEqual([...'?.Gs'].map(contentOf), ['hidden', 'empty', 'rG', 'bS']);
  assert.deepEqual(['G', 's'].map(pieceKey), ['piece.red.G', 'piece.black.S']);
  assert.equal(contentText(plain, '?'), '<board.content.hidden>');
  assert.equal(contentText(plain, '.'), '<board.content.empty>');
});

test('a label is the square, what stands there, and its states in a fixed order', () => {
  const english = (/** @type {string} */ key, /** @type {Record<string, string|number>} */ params = {}) =>
    ({
      'board.label.square': `${params['square']}, ${params['content']}`,
      'board.label.with': `${params['label']}, ${params['state']}`,
      'piece.red.C': 'Red Cannon',
      'board.state.selected': 'selected',
      'board.state.capture': 'can capture',
      'board.state.last': 'last move',
    })[key] ?? key;
  assert.equal(squareLabel(english, 'a8', STATE), 'a8, Red Cannon');
  const states = { ...STATE, selected: true, last: true, destination: /** @type {const} */ ('capture') };
  assert.equal(squareLabel(english, 'a8', states), 'a8, Red Cannon, selected, can capture, last move');
});

test('two face-down squares differ in their labels by their names only', () => {
  const hidden = { ...STATE, letter: '?' };
  assert.equal(squareLabel(plain, 'a1', hidden).replaceAll('a1', 'd8'), squareLabel(plain, 'd8', hidden));
});
