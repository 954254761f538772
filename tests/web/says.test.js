import assert from 'node:assert/strict';
import { test } from 'node:test';

import { aRoom, aState, aWelcome, after, hear, inRoom, keysSaid } from './rooms.js';

const BAO = { name: 'Bao', computer: null };
const MEI = { name: 'Mei', computer: null };
const HERE = { online: true, away_since: null };
const AWAY = { online: false, away_since: 40_000 };

/** @param {boolean} isHere @returns {import('../../web/js/wire.d.ts').Presence} */
const presence = (isHere) => ({ type: 'presence', host: HERE, guest: isHere ? HERE : AWAY, spectators: 0, claim_at: null });

/** A host who waits for somebody. */
function alone() {
  const s = inRoom({ room: aRoom({ phase: 'waiting', seats: { host: MEI, guest: null } }), game: null });
  return hear(s, presence(false));
}

const seated = aState({ room: aRoom({ phase: 'waiting', seats: { host: MEI, guest: BAO } }), game: null });

test('who sits down has joined, and being here then is no second news', () => {
  const joined = hear(alone(), seated);
  assert.deepEqual(keysSaid(joined), ['say.joined']);
  const here = hear(joined, presence(true));
  assert.deepEqual(keysSaid(here), ['say.joined']);
});

test('who goes is away, and comes back', () => {
  const here = hear(hear(alone(), seated), presence(true));
  const back = hear(hear(here, presence(false)), presence(true));
  assert.deepEqual(keysSaid(back), ['say.joined', 'say.away', 'say.back']);
});

test('who leaves has left, once', () => {
  const here = hear(hear(alone(), seated), presence(true));
  const left = hear(here, aState({ version: 5, room: aRoom({ phase: 'waiting', seats: { host: MEI, guest: null } }), game: null }));
  assert.deepEqual(keysSaid(hear(left, presence(false))), ['say.joined', 'say.left']);
});

test('who joined while the line was down has joined, and is not back', () => {
  const lost = after(alone(), { type: 'lost', now: 1, wait: 1, restarting: false, online: true });
  const welcome = aWelcome({ version: 4, room: seated.room, game: null });
  const again = hear(hear(lost, welcome), presence(true));
  assert.deepEqual(keysSaid(again).filter((key) => key.startsWith('say.')), ['say.online.while', 'say.joined']);
});

test('an arrival finds out nothing by itself', () => {
  assert.deepEqual(keysSaid(hear(inRoom(), presence(true))), []);
});
