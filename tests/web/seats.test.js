/** Where a browser keeps nothing for a page, the page itself remembers its seats until it goes. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { dropSeat, draftToken, isWatching, keepSeat, keptRooms, seatOf, watch } from '../../web/js/net/seats.js';

const CODE = 'K7Q2MX';

test('a seat is remembered without any storage, for this page alone', () => {
  keepSeat(CODE, { seat: 'guest', token: 'secret' });

  assert.deepEqual(seatOf(CODE), { seat: 'guest', token: 'secret', borrowed: false });
  assert.deepEqual(keptRooms(), []);
  dropSeat(CODE, 'secret');
  assert.equal(seatOf(CODE), null);
});

test('a choice to watch, and a request that may be sent again, are remembered too', () => {
  watch(CODE);

  assert.equal(isWatching(CODE), true);
  assert.equal(draftToken('open', () => 'first'), 'first');
  assert.equal(draftToken('open', () => 'second'), 'first');
});
