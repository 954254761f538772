import assert from 'node:assert/strict';
import { test } from 'node:test';

import { UNSEEN, attend, callsOf, nudgeOf } from '../../web/js/core/attention.js';
import { slotOf } from '../../web/js/core/slot.js';
import { FLIPPED, aGame, aRoom, aState, after, afterFlip, hear, inRoom } from './rooms.js';

const over = afterFlip({ turn: null, legal: [], result: { winner: null, reason: 'agreement', points: 0 } });
const keysOf = (/** @type {Parameters<typeof inRoom>[0]} */ welcome) => callsOf(inRoom(welcome)).map(({ key }) => key.split(' ')[0]);
const keyOf = (/** @type {Parameters<typeof inRoom>[0]} */ welcome) => keysOf(welcome)[0];
const NOBODY = { seats: { host: { name: 'Mei', computer: null }, guest: null } };

test('a player is called for a turn, a pick, an offer and a rematch, nobody else is', () => {
  const draw = { host: null, guest: 2, tiles: null };
  assert.equal(keyOf({}), 'turn');
  assert.deepEqual(keysOf({ you: 'guest' }), ['joined']);
  assert.equal(keyOf({ you: 'both' }), undefined);
  assert.equal(keyOf({ you: 'spectator' }), undefined);
  assert.equal(keyOf({ game: null, room: aRoom({ phase: 'drawing', draw_for_first: draw }) }), 'pick');
  assert.equal(keyOf({ game: afterFlip({ draw_offer: 'guest' }) }), 'offer');
  assert.equal(keyOf({ game: over, room: aRoom({ phase: 'over', rematch: ['guest'] }) }), 'rematch');
  assert.deepEqual(callsOf(null), []);
});

test('a player is called when the other one sits down or leaves, and when the game is over', () => {
  assert.deepEqual(keysOf({ game: null, room: aRoom({ phase: 'waiting', ...NOBODY }) }), ['left']);
  assert.deepEqual(keysOf({ game: over, room: aRoom({ phase: 'over' }) }), ['over', 'joined']);
  assert.deepEqual(keysOf({ game: over, room: aRoom({ phase: 'over', ...NOBODY }) }), ['left', 'over']);
});

test('what was there while somebody looked does not call; what comes later does, until somebody looks', () => {
  const turn = callsOf(inRoom());
  const next = callsOf(inRoom({ game: aGame({ ply: 2 }) }));
  const seen = attend(UNSEEN, turn, false);
  assert.equal(seen.call, null);
  assert.equal(attend(seen, turn, true).call, null);
  const called = attend(attend(seen, callsOf(null), true), next, true);
  assert.equal(called.call, next[0]);
  assert.equal(attend(called, next, false).call, null);
});

test('who comes, goes and comes again calls each time; a tab that opens unseen calls for the turn alone', () => {
  const waiting = callsOf(inRoom({ game: null, room: aRoom({ phase: 'waiting', ...NOBODY }) }));
  const joined = callsOf(inRoom({ game: aGame({ turn: 'guest', first: 'guest' }) }));
  const kinds = [waiting, joined, waiting, joined].map((calls) => calls[0]?.key.split(' ')[0]);
  assert.deepEqual(kinds, ['left', 'joined', 'left', 'joined']);
  let now = attend(UNSEEN, waiting, false);
  for (const calls of [joined, waiting, joined]) {
    now = attend(now, calls, true);
    assert.equal(now.call, calls[0]);
  }
  assert.equal(attend(attend(UNSEEN, callsOf(null), true), joined, true).call, null);
  assert.equal(attend(UNSEEN, callsOf(inRoom()), true).call?.key.split(' ')[0], 'turn');
});

test('the hand feels the own turn and every capture, each ply once', () => {
  const before = inRoom({ you: 'guest' });
  const flipped = hear(before, aState({ game: afterFlip(), last: FLIPPED }));
  assert.equal(nudgeOf(before, flipped), 20);
  assert.equal(nudgeOf(flipped, flipped), 0);
  assert.equal(nudgeOf(null, flipped), 0);
  const taken = hear(flipped, aState({ version: 5, game: afterFlip({ ply: 2, turn: 'host' }), last: { ply: 2, by: 'guest', move: 'a2xa1=G' } }));
  assert.equal(nudgeOf(flipped, taken), 30);
});

test('a claim is offered as the server sees it: not while it is asked, and later when it was too early', () => {
  const away = hear(inRoom({ game: afterFlip(), moves: ['a1=G'], now: 50_000 }), {
    type: 'presence', host: { online: true, away_since: null }, guest: { online: false, away_since: 40_000 }, spectators: 0, claim_at: 60_000,
  });
  const at = 1_010_000;
  const asked = after(away, { type: 'queue', id: 'x', command: { type: 'claim', game: 1, result: 'win' }, now: at });
  assert.deepEqual([slotOf(asked, at)?.kind, slotOf(asked, at)?.acts], ['claiming', []]);
  const early = hear(asked, { type: 'refused', id: 'x', code: 'too_early', message: '', version: 3 }, at);
  assert.equal(slotOf(early, at)?.kind, 'away');
  assert.equal(slotOf(early, at + 1000)?.sentence.params?.['n'], 1);
  assert.deepEqual(slotOf(early, at + 1500)?.acts, ['win', 'none', 'wait']);
});
