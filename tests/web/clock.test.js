import assert from 'node:assert/strict';
import { test } from 'node:test';

import { clockText, elapsedText, remaining, secondsUntil } from '../../web/js/core/clock.js';
import { backoff, judgeClose } from '../../web/js/core/retry.js';

test('only the running clock runs, and never below zero', () => {
  const clock = { host: 60_000, guest: 30_000, running: /** @type {const} */ ('host'), at: 1_000 };
  assert.equal(remaining(clock, 'host', 11_000), 50_000);
  assert.equal(remaining(clock, 'guest', 11_000), 30_000);
  assert.equal(remaining(clock, 'host', 999_000), 0);
  assert.equal(remaining(clock, 'host', 0), 60_000);
});

test('times read as people write them', () => {
  assert.equal(clockText(299_001), '5:00');
  assert.equal(clockText(3_723_000), '1:02:03');
  assert.equal(clockText(9_250), '0:09.3');
  assert.equal(clockText(0), '0:00');
  assert.equal(elapsedText(0, 35_900), '0:35');
  assert.equal(secondsUntil(10_000, 9_001), 1);
  assert.equal(secondsUntil(10_000, 12_000), 0);
});

test('the back-off grows to fifteen seconds and stays there', () => {
  const steps = [0, 1, 2, 3, 4, 5, 50].map((n) => backoff(n, 0.5));
  assert.deepEqual(steps, [300, 1000, 2000, 4000, 8000, 15000, 15000]);
  assert.equal(backoff(5, 0), 12_000);
});

test('a final close ends the matter, another never does', () => {
  assert.deepEqual(judgeClose(4401, { code: 'unauthorized', retry: false }, 0, 0.5), { final: true, reason: 'unauthorized' });
  assert.deepEqual(judgeClose(4404, null, 0, 0.5), { final: true, reason: 'room_not_found' });
  assert.deepEqual(judgeClose(4410, null, 0, 0.5), { final: true, reason: 'replaced' });
  for (const code of [1001, 1006, 1011, 1012, 4408, 4409, 4503, 4513, 1005]) {
    assert.equal(judgeClose(code, null, 0, 0.5).final, false, String(code));
  }
});

test('a restart is waited for with jitter, a flood for half a minute', () => {
  assert.deepEqual(judgeClose(1012, { code: 'restarting', retry: true }, 0, 0.5), { final: false, wait: 900, restarting: true });
  for (const code of [1002, 1007, 1008, 4429]) {
    assert.deepEqual(judgeClose(code, null, 0, 0.5), { final: false, wait: 30_000, restarting: false });
  }
});
