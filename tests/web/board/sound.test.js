import assert from 'node:assert/strict';
import { test } from 'node:test';

import { givesWay } from '../../../web/js/sound.js';

/** @typedef {import('../../../web/js/sound.js').Claim} Claim */

/** @type {Claim} */
const MINE = { id: '5', name: 'move', time: 1000, shown: true };

/** @param {Partial<Claim>} change @returns {Claim} */
const other = (change) => ({ ...MINE, id: '7', ...change });

test('of two claims at about the same moment exactly one gives way', () => {
  for (const change of [{}, { time: 1040 }, { time: 1300 }, { shown: false }, { id: '3' }, { id: '3', shown: false }]) {
    const theirs = other(change);
    assert.notEqual(givesWay(MINE, theirs), givesWay(theirs, MINE), JSON.stringify(change));
  }
});

test('a visible tab plays rather than a hidden one', () => {
  assert.equal(givesWay({ ...MINE, shown: false }, other({})), true);
});

test('what is already sounding is not repeated', () => {
  assert.equal(givesWay({ ...MINE, time: 1200 }, other({ shown: false })), true);
});

test('other sounds, later events and own claims do not silence', () => {
  for (const claim of [other({ name: 'capture' }), other({ time: 2000 }), MINE])
    assert.equal(givesWay(MINE, claim), false);
});
