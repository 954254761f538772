import assert from 'node:assert/strict';
import { test } from 'node:test';

import { asTurn, askedAbout, freshThreats, knownThen, unseenAround } from '../../web/js/core/insight.js';
import { bare, inWords, moversOf, pictured } from '../../web/js/core/movetext.js';
import { ownRecord } from '../../web/js/core/ownrecord.js';
import { newReplay } from '../../web/js/core/replay.js';
import { shareSentence } from '../../web/js/core/sharetext.js';
import { readTyped } from '../../web/js/core/typed.js';
import { newRoom } from '../../web/js/core/room.js';
import { aGame, aWelcome, hear } from './rooms.js';

const HIDDEN = '?'.repeat(32);
const MOVES = ['a1=G', 'b1=s', 'a1xb1=s', 'c1=e', 'b1-a1'];
const END = `G.e${HIDDEN.slice(3)}`;

/** @param {object} game @param {string[]} moves */
function liveRoom(game, moves) {
  return hear(newRoom('K7Q2MX'), aWelcome({ game: aGame(game), moves }));
}

test('who made each move follows from the last board', () => {
  assert.deepEqual(moversOf(END, MOVES), ['G', 's', 'G', 'e', 'G']);
  assert.deepEqual(moversOf(HIDDEN, []), []);
});

test('a move is told by pieces, by words and by squares', () => {
  assert.deepEqual(pictured('a1xb1=s', 'G'), [{ piece: 'G' }, { text: 'a1×b1' }, { piece: 's' }]);
  assert.deepEqual(pictured('c1=e', 'e'), [{ piece: 'e' }, { text: 'c1' }]);
  assert.deepEqual(inWords('b1-a1', 'G'), { key: 'move.step', params: { piece: { t: 'piece.red.G' }, from: 'b1', to: 'a1' } });
  assert.deepEqual(inWords('b1-a1', '?').params?.['piece'], { t: 'piece.any' });
  assert.deepEqual(MOVES.map(bare), ['a1', 'b1', 'a1b1', 'c1', 'b1a1']);
  assert.deepEqual([bare('end'), pictured('end', '?')], ['end', [{ text: 'end' }]]);
});

test('what was known at a flip is how many of its kind lay face down', () => {
  const positions = ['???? - GGAs 0', '???? b GAs 0', '???? r GA 0'];
  const read = /** @type {any} */ ({ record: { moves: ['a1=G', 'b1=s'] }, boards: [], positions, chases: [] });
  assert.equal(knownThen(newReplay(read, 0)), null);
  assert.deepEqual(knownThen(newReplay(read, 1)), { key: 'replay.known.flip', params: { n: 4, k: 2, p: 50 } });
  assert.deepEqual(unseenAround(newReplay(read, 2)), { before: 'GAs', after: 'GA' });
  read.record.moves[1] = 'a1-a2';
  assert.deepEqual(knownThen(newReplay(read, 2)), { key: 'replay.known', params: { n: 3, red: 2, black: 1 } });
});

test('threats are asked for with either colour to move, and only new ones are told', () => {
  const positions = ['???? - Gs 0', 'G??? b s 0', 'Gs?? r - 3'];
  const read = /** @type {any} */ ({ record: { moves: ['a1=G', 'b1=s'] }, boards: [], positions, chases: [] });
  assert.equal(asTurn('Gs?? r - 3', 'b'), 'Gs?? b - 3');
  assert.equal(askedAbout(newReplay(read, 0)), null);
  assert.deepEqual(askedAbout(newReplay(read, 1)), { before: [], after: ['G??? r s 0', 'G??? b s 0'] });
  assert.deepEqual(askedAbout(newReplay(read, 2))?.before, ['G??? r s 0', 'G??? b s 0']);
  assert.deepEqual(freshThreats(['a1b1'], ['a1b1', 'b2b1']), ['b2b1']);
});

test('moves are understood as they are written anywhere', () => {
  for (const text of ['b5b6', 'b5-b6', ' B5 x B6 ', 'b5xb6=h', 'ｂ５ｂ６', 'b5×b6', 'b5>b6']) {
    assert.deepEqual(readTyped(text), { type: 'play', action: 'b5b6' }, text);
  }
  for (const text of ['b5', 'b5=', 'B5=R']) assert.deepEqual(readTyped(text), { type: 'play', action: 'b5' }, text);
  for (const text of ['b', 'Board', 'ｂ']) assert.deepEqual(readTyped(text), { type: 'board' }, text);
  for (const text of ['b9', 'e5', 'b5b', 'constructor', 'b5b6b7']) assert.equal(readTyped(text).type, 'unknown', text);
  assert.deepEqual([readTyped('  ').type, readTyped('?'), readTyped('Resign').type], ['empty', { type: 'ask', about: 'help' }, 'resign']);
});

test('a tab has a record of what it has seen, for when the server has none', () => {
  const s = liveRoom({ board: END, ply: 5, unseen: 'AAEERRHHCCSSSSSgaaerrhhccssss', colors: { host: 'red', guest: 'black' } }, MOVES);
  const record = JSON.parse(ownRecord(s, new Date('2026-03-04T05:06:07Z')));
  assert.equal(record.start, '????/????/????/????/????/????/????/???? - GAAEERRHHCCSSSSSgaaeerrhhccsssss 0');
  assert.deepEqual([record.moves, record.result, record.deal, record.date], [MOVES, null, null, '2026-03-04']);
});

test('a result is shared in plain words', () => {
  const s = liveRoom({ ply: 5, colors: { host: 'red', guest: 'black' }, captured: { host: 's', guest: '' }, result: { winner: 'host', reason: 'resignation', points: 1 } }, MOVES);
  const { key, params } = shareSentence(s);
  assert.equal(key, 'share.won');
  assert.deepEqual([params?.['side'], params?.['n'], params?.['a'], params?.['b']], [{ t: 'side.red', tint: 'red' }, 5, 1, 0]);
  assert.deepEqual(params?.['reason'], { t: 'over.by.resignation', params: { winner: { t: 'side.red', tint: 'red' }, loser: { t: 'side.black', tint: 'black' } } });
});
