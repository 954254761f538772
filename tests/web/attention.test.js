import assert from 'node:assert/strict';
import { test } from 'node:test';

import { attend, callOf, nudgeOf } from '../../web/js/core/attention.js';
import { slotOf } from '../../web/js/core/slot.js';
import { FLIPPED, aGame, aRoom, aState, after, afterFlip, hear, inRoom } from './rooms.js';

const over = afterFlip({ turn: null, legal: [], result: { winner: null, reason: 'agreement', points: 0 } });
const keyOf = (/** @type {Parameters<typeof inRoom>[0]} */ welcome) => callOf(inRoom(welcome))?.key.split(' ')[0];

test('a player is called for a turn, a pick, an offer and a rematch, nobody else is', () => {
  const draw = { host: null, guest: 2, tiles: null };
  assert.equal(keyOf({}), 'turn');
  assert.equal(keyOf({ you: 'guest' }), undefined);
  assert.equal(keyOf({ you: 'both' }), undefined);
  assert.equal(keyOf({ you: 'spectator' }), undefined);
  assert.equal(keyOf({ game: null, room: aRoom({ phase: 'drawing', draw_for_first: draw }) }), 'pick');
  assert.equal(keyOf({ game: afterFlip({ draw_offer: 'guest' }) }), 'offer');
  assert.equal(keyOf({ game: over, room: aRoom({ phase: 'over', rematch: ['guest'] }) }), 'rematch');
  assert.equal(callOf(null), null);
});

test('what was there while somebody looked does not call; what comes later does, until somebody looks', () => {
  const turn = callOf(inRoom());
  const next = callOf(inRoom({ game: aGame({ ply: 2 }) }));
  const seen = attend({ seen: '', call: null }, turn, false);
  assert.equal(seen.call, null);
  assert.equal(attend(seen, turn, true).call, null);
  const called = attend(attend(seen, null, true), next, true);
  assert.equal(called.call, next);
  assert.equal(attend(called, next, false).call, null);
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
