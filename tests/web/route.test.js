import assert from 'node:assert/strict';
import { test } from 'node:test';

import { parsePath, pathOf, seatInHash } from '../../web/js/core/route.js';

test('paths mean screens, at the root and below a base path', () => {
  assert.deepEqual(parsePath('/'), { name: 'home' });
  assert.deepEqual(parsePath('/games/banqi/'), { name: 'home' });
  assert.deepEqual(parsePath('/k7q2mx'), { name: 'room', code: 'K7Q2MX' });
  assert.deepEqual(parsePath('/games/banqi/K7Q2MX'), { name: 'room', code: 'K7Q2MX' });
  assert.deepEqual(parsePath('/rules'), { name: 'rules' });
  assert.deepEqual(parsePath('/settings'), { name: 'settings' });
  assert.deepEqual(parsePath('/nowhere'), { name: 'missing', path: 'nowhere' });
  assert.deepEqual(parsePath('/%E0%A4%A'), { name: 'missing', path: '%E0%A4%A' });
});

test('a fragment opens a sheet of the first page, and is not kept', () => {
  assert.deepEqual(parsePath('/games/banqi/', '#computer'), { name: 'home', way: 'computer' });
  assert.deepEqual(parsePath('/', '#local'), { name: 'home', way: 'local' });
  assert.deepEqual(parsePath('/', '#friend'), { name: 'home' });
  assert.equal(pathOf({ name: 'home', way: 'local' }), '.');
});

test('a route leads back to its path', () => {
  for (const path of ['K7Q2MX', 'rules', 'settings']) assert.equal(pathOf(parsePath(`/${path}`)), path);
  assert.equal(pathOf({ name: 'home' }), '.');
});

test('what is no page keeps its place in the address', () => {
  for (const leaf of ['foo:bar', '//x', 'a b']) {
    const path = pathOf(parsePath(`/${encodeURIComponent(leaf)}`));
    assert.equal(new URL(path, 'https://play.example/games/').href, `https://play.example/games/${encodeURIComponent(leaf)}`);
  }
});

test('a seat token is only taken from a whole fragment', () => {
  const token = 'A'.repeat(43);
  assert.equal(seatInHash(`#seat=${token}`), token);
  assert.equal(seatInHash(`#seat=${token}x`), null);
  assert.equal(seatInHash('#seat='), null);
});
