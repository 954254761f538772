/** What becomes of an own offer that the other one turns down: it is seen, not only heard. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { rematchState } from '../../web/js/core/facts.js';
import { slotOf } from '../../web/js/core/slot.js';
import { FLIPPED, aGame, aRoom, aState, after, afterFlip, hear, inRoom, keysSaid } from './rooms.js';

/** @typedef {import('../../web/js/wire.d.ts').Seat} Seat */

const NOW = 1_000_100;
const OVER = afterFlip({ turn: null, legal: [], result: { winner: null, reason: 'agreement', points: 0 } });
const offering = () => inRoom({ game: afterFlip({ draw_offer: 'host', draw_offer_ply: 1 }), moves: ['a1=G'] });
/** @param {...Seat} rematch */
const over = (...rematch) => aRoom({ phase: 'over', rematch });
/** @param {import('../../web/js/wire.d.ts').Command} command */
const sent = (command) => /** @type {const} */ ({ type: 'queue', id: 'x', command, now: 5 });

test('a draw that is declined stands in the slot for a while', () => {
  const declined = hear(offering(), aState({ game: afterFlip(), last: FLIPPED }));
  assert.deepEqual(keysSaid(declined), ['slot.declined']);
  assert.deepEqual([slotOf(declined, NOW + 7000)?.kind, slotOf(declined, NOW + 7000)?.acts], ['declined', []]);
  assert.equal(slotOf(declined, NOW + 8001), null);
});

test('playing on declines as well, and a new game forgets it', () => {
  const next = aGame({ ...afterFlip(), ply: 2, turn: 'host' });
  const played = hear(offering(), aState({ game: next, last: { ply: 2, by: 'guest', move: 'a2=g' } }));
  assert.equal(slotOf(played, NOW)?.kind, 'declined');
  assert.equal(slotOf(hear(played, aState({ version: 5, game: aGame({ number: 2 }) })), NOW), null);
});

test('who takes the own offer back was not declined, nor was anybody by the end of the game', () => {
  const taken = hear(after(offering(), sent({ type: 'decline_draw', game: 1 })), aState({ game: afterFlip(), last: FLIPPED }));
  assert.deepEqual([keysSaid(taken), slotOf(taken, NOW)], [['say.offer.off'], null]);
  const again = after(taken, sent({ type: 'offer_draw', game: 1 }));
  const offered = hear(again, aState({ version: 5, game: afterFlip({ draw_offer: 'host', draw_offer_ply: 1 }), last: FLIPPED }));
  assert.equal(slotOf(hear(offered, aState({ version: 6, game: afterFlip(), last: FLIPPED })), NOW)?.kind, 'declined');
  assert.equal(slotOf(hear(offering(), aState({ game: OVER, room: over(), last: FLIPPED })), NOW), null);
});

test('a rematch that is declined stays told at the end of the game, until it is wished again', () => {
  const asked = inRoom({ game: OVER, room: over('host') });
  const declined = hear(asked, aState({ game: OVER, room: over() }));
  assert.equal(rematchState(declined), 'declined');
  assert.deepEqual(keysSaid(declined), ['say.rematch.off']);
  assert.equal(slotOf(after(declined, { type: 'hide', what: 'card' }), NOW)?.sentence.key, 'say.rematch.off');
  assert.equal(rematchState(hear(declined, aState({ version: 5, game: OVER, room: over('guest') }))), 'theirs');
  assert.equal(rematchState(after(declined, sent({ type: 'rematch', game: 1, accept: true }))), 'idle');
});

test('a rematch that was taken back, or that other rules took back, was not declined', () => {
  const asked = inRoom({ game: OVER, room: over('host') });
  const taken = hear(after(asked, sent({ type: 'rematch', game: 1, accept: false })), aState({ game: OVER, room: over() }));
  assert.deepEqual([rematchState(taken), keysSaid(taken)], ['idle', []]);
  const ruled = hear(asked, aState({ game: OVER, room: { ...over(), clock: { initial: 60, increment: 0 } } }));
  assert.equal(rematchState(ruled), 'idle');
});
