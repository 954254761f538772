import assert from 'node:assert/strict';
import { mock, test } from 'node:test';

import { createLink } from '../../web/js/net/link.js';

/** A socket that does what a test says. */
class Socket {
  static OPEN = 1;
  static CONNECTING = 0;
  /** @type {Socket[]} */
  static made = [];
  readyState = 1;

  constructor() {
    Socket.made.push(this);
  }

  send() {}
  close() {}
}

/** A link with its sockets, and what it told. */
function linked() {
  Socket.made = [];
  Object.assign(globalThis, { WebSocket: Socket });
  /** @type {string[]} */
  const told = [];
  const link = createLink({
    url: 'ws://play.example/', token: null,
    onConnecting: () => told.push('connecting'), onMessage() {}, onPong() {},
    onLost: () => told.push('lost'), onFinal: (reason) => told.push(reason),
  });
  link.open();
  return { link, told };
}

/** @param {number} code */
function shut(code) {
  /** @type {any} */ (Socket.made.at(-1)).onclose({ code });
}

test('after a final end nobody knocks again, whatever wakes the page', () => {
  mock.timers.enable();
  const { link, told } = linked();
  /** @type {any} */ (Socket.made[0]).onmessage({ data: '{"type":"bye","code":"replaced","retry":false}' });
  shut(4409);
  link.wake();
  link.retryNow();
  link.open();
  mock.timers.tick(60_000);
  assert.deepEqual(told, ['connecting', 'replaced']);
  assert.equal(Socket.made.length, 1);
  mock.timers.reset();
});

test('after any other end it knocks again', () => {
  mock.timers.enable();
  const { link, told } = linked();
  shut(1006);
  mock.timers.tick(60_000);
  assert.deepEqual(told.slice(0, 3), ['connecting', 'lost', 'connecting']);
  link.close();
  mock.timers.reset();
});
