import assert from 'node:assert/strict';
import { test } from 'node:test';

import { difference } from '../../../web/js/board/diff.js';
import { boardWith } from './boards.js';

const QUIET = { slide: null, flips: [], gone: [], appeared: [] };

test('equal boards have no difference', () => {
  assert.equal(difference(boardWith({ a1: 'G' }), boardWith({ a1: 'G' })), null);
});

test('a flip turns one square over', () => {
  const change = difference(boardWith({}, '?'), boardWith({ b5: 'R' }, '?'));
  assert.deepEqual(change, { ...QUIET, flips: ['b5'] });
});

test('a move slides one piece and nothing else', () => {
  const change = difference(boardWith({ b5: 'R' }), boardWith({ b6: 'R' }));
  assert.deepEqual(change, { ...QUIET, slide: { from: 'b5', to: 'b6' } });
});

test('a capture slides one piece and removes the other', () => {
  const change = difference(boardWith({ b5: 'C', d5: 'h' }), boardWith({ d5: 'C' }));
  assert.deepEqual(change, { ...QUIET, slide: { from: 'b5', to: 'd5' }, gone: [{ square: 'd5', letter: 'h' }] });
});

test('taking back a capture slides the piece home and brings the other back', () => {
  const change = difference(boardWith({ d5: 'C' }), boardWith({ b5: 'C', d5: 'h' }));
  assert.deepEqual(change?.slide, { from: 'd5', to: 'b5' });
});

test('taking back a flip turns the piece over again', () => {
  assert.deepEqual(difference(boardWith({ a1: 'r' }), boardWith({ a1: '?' }))?.flips, ['a1']);
});

test('a trade removes both pieces', () => {
  const change = difference(boardWith({ a1: 'R', a2: 'r' }), boardWith({}));
  assert.deepEqual(change?.gone.map(({ square }) => square), ['a1', 'a2']);
  assert.equal(change?.slide, null);
});

test('boards that are more than one ply apart are not animated', () => {
  assert.equal(difference(boardWith({}, '?'), boardWith({ a1: 'G', b2: 'g', c3: 's' }, '?')), null);
});
