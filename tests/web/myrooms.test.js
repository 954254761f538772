import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isDead, roomOpponent, roomRank, roomStatus, turnIn } from '../../web/js/core/myrooms.js';
import { RULES, aRoom, aState, aWelcome, afterFlip, hear, inRoom, keysSaid } from './rooms.js';

/** @typedef {import('../../web/js/wire.d.ts').RoomCard} RoomCard */

/** @param {Partial<RoomCard>} [changes] @returns {RoomCard} */
const card = (changes = {}) => ({
  code: 'K7Q2MX', phase: 'playing', opponent: 'friend', seats: aRoom().seats, rules: RULES, clock: null, spectators: true, turn: 'host', ...changes,
});
const alone = { host: { name: 'Mei', computer: null }, guest: null };

test('a card tells whose turn it is by name', () => {
  assert.deepEqual(roomStatus(card(), 'host'), { key: 'home.turn.mine' });
  assert.deepEqual(roomStatus(card(), 'guest'), { key: 'home.turn.theirs', params: { name: { name: 'Mei' } } });
  assert.deepEqual(roomStatus(card({ phase: 'over', turn: null }), 'host'), { key: 'phase.over' });
  assert.deepEqual(roomStatus(card({ opponent: 'local' }), 'both'), { key: 'phase.playing' });
});

test('a card tells against whom, where there is anybody', () => {
  assert.deepEqual(roomOpponent(card(), 'host'), { key: 'home.with', params: { name: { name: 'Bao' } } });
  assert.equal(roomOpponent(card({ seats: alone, phase: 'waiting' }), 'host'), null);
  assert.deepEqual(roomOpponent(card({ opponent: 'local' }), 'both'), { key: 'home.local' });
  const nameless = { host: { name: 'Mei', computer: null }, guest: { name: null, computer: null } };
  assert.deepEqual(roomOpponent(card({ seats: nameless }), 'host')?.params, { name: { t: 'name.guest' } });
});

test('where a player is waited for comes first, what is unknown last', () => {
  const cards = [card({ phase: 'over', turn: null }), card({ turn: 'guest' }), null, card({ phase: 'waiting', turn: null }), card()];
  const sorted = [...cards].sort((a, b) => roomRank(a, 'host') - roomRank(b, 'host'));
  assert.deepEqual(sorted.map((one) => one && `${one.phase} ${turnIn(one, 'host')}`), ['playing mine', 'playing theirs', 'waiting none', 'over none', null]);
});

test('a closed room and a seat that was given up are dead', () => {
  assert.equal(isDead(card(), 'guest'), false);
  assert.equal(isDead(card({ phase: 'closed' }), 'host'), true);
  assert.equal(isDead(card({ seats: alone }), 'guest'), true);
  assert.equal(isDead(card({ seats: alone }), 'both'), false);
});

test('rules that change after a game are shown until the next one begins', () => {
  const game = afterFlip({ turn: null, legal: [], result: { winner: null, reason: 'agreement', points: 0 } });
  const room = aRoom({ phase: 'over', rematch: ['guest'] });
  const over = inRoom({ game, room, moves: ['a1=G'] });
  assert.equal(over.newRules, false);
  const changed = hear(over, aWelcome({ version: 5, game, room: aRoom({ phase: 'over' }), moves: ['a1=G'], rules: { ...RULES, chase_limit: 3 } }));
  assert.equal(changed.newRules, true);
  assert.deepEqual(keysSaid(changed), ['say.rules'], 'nobody is said to have declined');
  const later = hear(changed, aState({ version: 6, game, room }));
  assert.equal(later.newRules, true);
  assert.equal(hear(later, aState({ version: 7, game: { ...game, number: 2, result: null } })).newRules, false);
  const clocked = hear(over, aState({ version: 5, game, room: aRoom({ phase: 'over', clock: { initial: 60, increment: 0 } }) }));
  assert.equal(clocked.newRules, true);
});
