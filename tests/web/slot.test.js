/** The message slot: one matter at a time, the computer's thinking among them. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockNow } from '../../web/js/core/facts.js';
import { slotOf } from '../../web/js/core/slot.js';
import { FLIPPED, aGame, aRoom, aState, after, afterFlip, hear, inRoom } from './rooms.js';

/** @typedef {import('../../web/js/state.d.ts').RoomState} RoomState */

const NOW = 1_000_000;
const SEATS = { host: { name: 'Mei', computer: null }, guest: { name: null, computer: 5 } };

/** The computer's turn, told of at NOW. @param {Partial<import('../../web/js/wire.d.ts').Welcome>} [changes] */
function thinking(changes = {}) {
  return inRoom({ room: aRoom({ opponent: 'computer', seats: SEATS }), game: afterFlip(), moves: ['a1=G'], ...changes });
}

/** @param {import('../../web/js/state.d.ts').RoomState} s @param {number} wait */
function shown(s, wait) {
  const slot = slotOf(s, NOW + wait);
  return slot && [slot.kind, ...slot.acts];
}

/** @type {import('../../web/js/state.d.ts').RoomAction} */
const HURRY = { type: 'queue', id: 'h1', command: { type: 'move_now', game: 1 }, now: NOW + 1000 };

test('the computer may be hurried once it has thought for a while', () => {
  assert.equal(shown(thinking(), 300), null);
  assert.deepEqual(shown(thinking(), 900), ['thinking', 'now']);
});

test('it may be hurried by its player only, and in its turn only', () => {
  assert.equal(shown(thinking({ you: 'spectator' }), 9000), null);
  assert.equal(shown(thinking({ game: afterFlip({ turn: 'host' }) }), 9000), null);
  assert.equal(shown(thinking({ room: aRoom() }), 9000), null);
});

test('once asked to hurry it is not asked again for this ply', () => {
  const hurried = after(thinking(), HURRY);
  assert.deepEqual(shown(hurried, 1100), ['hurried']);
  const acked = hear(hurried, { type: 'ack', id: 'h1', version: 3 });
  assert.deepEqual(shown(acked, 1200), ['hurried']);
});

test('the next ply is thought about anew, and a wish that was not sent is dropped with its ply', () => {
  const answered = hear(after(thinking(), HURRY), aState({
    now: NOW + 1500, room: aRoom({ opponent: 'computer', seats: SEATS }),
    game: aGame({ ply: 2, turn: 'host', colors: { host: 'red', guest: 'black' } }), last: { ply: 2, by: 'guest', move: 'a2=g' },
  }));
  assert.deepEqual(answered.pending, []);
  assert.equal(answered.hurried, null);
  const next = hear(answered, aState({
    version: 5, now: NOW + 60_000, room: aRoom({ opponent: 'computer', seats: SEATS }),
    game: aGame({ ply: 3, turn: 'guest', colors: { host: 'red', guest: 'black' } }), last: { ...FLIPPED, ply: 3, move: 'a3=g' },
  }));
  assert.equal(shown(next, 60_300), null);
  assert.deepEqual(shown(next, 60_900), ['thinking', 'now']);
});

test('a resync in the same ply keeps both the time and the wish', () => {
  const again = hear(after(thinking(), HURRY), welcomeAgain(), NOW + 3000);
  assert.deepEqual(shown(again, 3000), ['hurried']);
});

/** @returns {import('../../web/js/wire.d.ts').Welcome} */
function welcomeAgain() {
  const s = thinking();
  return {
    type: 'welcome', protocol: 1, build: 'test', you: 'host', version: 3, now: NOW + 3000,
    rules: /** @type {any} */ (s.rules), room: /** @type {any} */ (s.room), game: s.game, moves: ['a1=G'],
  };
}

test('while the server restarts no clock is seen to run, and that is said', () => {
  const clock = { host: 60_000, guest: 60_000, running: /** @type {const} */ ('host'), at: NOW };
  const lost = (/** @type {boolean} */ restarting, /** @type {RoomState} */ s) => after(s, { type: 'lost', now: NOW + 5000, wait: 300, restarting, online: true });
  const timed = inRoom({ game: aGame({ clock }) });
  assert.equal(slotOf(lost(true, timed), NOW)?.sentence.key, 'conn.slot.restarting.clock');
  assert.equal(slotOf(lost(true, inRoom()), NOW)?.sentence.key, 'conn.slot.restarting');
  assert.equal(slotOf(lost(false, timed), NOW)?.sentence.key, 'conn.slot.reconnecting');
  assert.equal(clockNow(lost(true, timed), NOW + 9000), clockNow(timed, NOW + 5000));
  assert.equal(clockNow(lost(false, timed), NOW + 9000), clockNow(timed, NOW + 9000));
});
