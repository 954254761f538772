import assert from 'node:assert/strict';
import { test } from 'node:test';

import { findCode, normaliseCode, readCode, spacedCode, spelledCode } from '../../web/js/core/code.js';

test('a code is understood however it was typed', () => {
  for (const typed of ['K7Q2MX', 'k7q2mx', ' k7q 2mx ', 'K7Q-2MX', 'k7q.2mx', 'Ｋ７Ｑ２ＭＸ', 'ｋ７ｑ　２ｍｘ']) {
    assert.deepEqual(readCode(typed), { status: 'complete', code: 'K7Q2MX' }, typed);
  }
});

test('a pasted link or sentence is searched for its code', () => {
  for (const pasted of [
    'https://banqi.example/K7Q2MX', 'http://192.168.1.5:8000/k7q2mx#seat=x', 'come and play: https://x.example/games/banqi/K7Q2MX!',
    'My code is K7Q 2MX, see you', '代碼 K7Q2MX', 'http://127.0.0.1:8000/K7Q2MX',
  ]) {
    assert.deepEqual(readCode(pasted), { status: 'complete', code: 'K7Q2MX' }, pasted);
  }
  assert.equal(findCode('nothing here'), null);
});

test('a beginning says how much is missing', () => {
  assert.deepEqual(readCode(''), { status: 'empty' });
  assert.deepEqual(readCode('  - '), { status: 'empty' });
  assert.deepEqual(readCode('k7q'), { status: 'partial', code: 'K7Q', missing: 3 });
});

test('a letter that no code has is named', () => {
  assert.deepEqual(readCode('K7QO'), { status: 'bad', letter: 'O' });
  assert.deepEqual(readCode('K7Q1MX'), { status: 'bad', letter: '1' });
  assert.deepEqual(readCode('K7Q2MXZ'), { status: 'bad', letter: 'Z' });
});

test('only a whole code is an address', () => {
  assert.equal(normaliseCode('k7q-2mx'), 'K7Q2MX');
  assert.equal(normaliseCode('favicon.ico'), null);
});

test('a code is shown in two groups and read letter by letter', () => {
  assert.equal(spacedCode('K7Q2MX'), 'K7Q 2MX');
  assert.equal(spelledCode('K7Q2MX'), 'K, 7, Q, 2, M, X');
});
