import assert from 'node:assert/strict';
import { test } from 'node:test';

import { SKILLS, keptIn, skillOf, skillShown } from '../../web/js/core/skill.js';
import { LESSONS } from '../../web/js/learn/lessons.js';
import { aGame, aRoom, inRoom } from './rooms.js';

const COMPUTER = { host: { name: 'Mei', computer: null }, guest: { name: null, computer: 3 } };
const against = (/** @type {Partial<import('../../web/js/wire.d.ts').Game>} */ game, changes = {}) => (
  inRoom({ game: aGame(game), room: aRoom({ opponent: 'computer', seats: COMPUTER, ...changes }) }));
const PICKED = { skill: 'count', game: null };

test('a picked skill belongs to the next game with the computer, and to that one alone', () => {
  const begun = keptIn(PICKED, against({ number: 2, ply: 1 }));
  assert.deepEqual(begun, { skill: 'count', game: 'K7Q2MX 2' });
  assert.equal(skillShown(begun, against({ number: 2, ply: 40 })), 'count');
  assert.equal(skillShown(begun, against({ number: 2, ply: 40 }, { phase: 'over' })), null);
  const after = keptIn(begun, against({ number: 3, ply: 0 }));
  assert.equal(after, null);
});

test('a game that runs already, one against a friend, and one that is watched leave the pick alone', () => {
  for (const s of [against({ ply: 9 }), inRoom(), against({ ply: 0 }, { phase: 'over' }), inRoom({ you: 'spectator', room: aRoom({ seats: COMPUTER }) })]) {
    assert.equal(keptIn(PICKED, s), PICKED);
    assert.equal(skillShown(PICKED, s), null);
  }
});

test('every lesson offers a skill that there is', () => {
  for (const { name } of LESSONS) assert.ok(SKILLS.some((skill) => skill === skillOf(name)), name);
});
