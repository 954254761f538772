import assert from 'node:assert/strict';
import { mock, test } from 'node:test';

import { createLink } from '../../web/js/net/link.js';

/** A socket that does what a test says. */
class Socket {
  static OPEN = 1;
  static CONNECTING = 0;
  /** @type {Socket[]} */
  static made = [];
  /** What a new one is. */
  static first = 1;
  readyState = 1;

  constructor() {
    this.readyState = Socket.first;
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

/** Milliseconds until there is another socket. */
function untilNext() {
  const made = Socket.made.length;
  let waited = 0;
  for (; Socket.made.length === made; waited += 100) mock.timers.tick(100);
  return waited;
}

/** A link whose sockets never get through: an attempt that has just begun, after so many that failed. @param {number} failures */
function stuck(failures) {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  Socket.first = 0;
  const { link } = linked();
  for (let n = 0; n < failures; n += 1) {
    shut(1006);
    untilNext();
  }
  return { link, made: Socket.made.length };
}

/** @param {{close: () => void}} link */
function end(link) {
  link.close();
  Socket.first = 1;
  mock.timers.reset();
}

test('on waking an attempt that hangs is replaced, one that has just begun is not', () => {
  const { link, made } = stuck(1);
  link.wake();
  link.wake();
  assert.equal(Socket.made.length, made);
  mock.timers.tick(2100);
  link.wake();
  link.wake();
  assert.equal(Socket.made.length, made + 1);
  end(link);
});

test('after waking the waits begin short again, whatever failed before', () => {
  const { link } = stuck(6);
  link.wake();
  shut(1006);
  assert.ok(untilNext() < 1000);
  end(link);
});
