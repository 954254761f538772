/** Whether going away from a game costs anything. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { lossOf } from '../../web/js/core/leaving.js';
import { newRoom } from '../../web/js/core/room.js';
import { FLIPPED, aGame, aRoom, aState, after, afterFlip, hear, inRoom } from './rooms.js';

const CLOCK = { host: 60_000, guest: 60_000, running: /** @type {const} */ ('guest'), at: 0 };
/** @type {import('../../web/js/state.d.ts').RoomAction} */
const FLIP = { type: 'queue', id: 'f1', command: { type: 'play', game: 1, ply: 0, action: 'a1' }, now: 1 };
/** @type {import('../../web/js/state.d.ts').RoomAction} */
const LOST = { type: 'lost', now: 2, wait: 300, restarting: false, online: true };

test('a game without a clock may be left, and what is no game of mine', () => {
  assert.equal(lossOf(inRoom()), null);
  assert.equal(lossOf(newRoom('K7Q2MX')), null);
  assert.equal(lossOf(null), null);
  assert.equal(lossOf(inRoom({ you: 'spectator', game: aGame({ clock: CLOCK }) })), null);
  assert.equal(lossOf(inRoom({ room: aRoom({ phase: 'over' }), game: aGame({ clock: CLOCK }) })), null);
});

test('a clock runs on, whose ever it is', () => {
  assert.equal(lossOf(inRoom({ game: aGame({ clock: CLOCK }) })), 'clock');
  assert.equal(lossOf(inRoom({ game: aGame({ clock: { ...CLOCK, running: null } }) })), null);
});

test('a move is lost until it is sent over a line that lives', () => {
  const waiting = after(inRoom(), FLIP);
  assert.equal(lossOf(waiting), 'unsent');
  const sent = after(waiting, { type: 'sent', ids: ['f1'] });
  assert.equal(lossOf(sent), null);
  assert.equal(lossOf(after(sent, LOST)), 'unsent');
  assert.equal(lossOf(hear(sent, aState({ game: afterFlip(), last: FLIPPED }))), null);
});
