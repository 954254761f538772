import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  boardAfter, countKinds, grouped, parsePly, pieceKey, positionString, ruleThatBars, squaresOf,
} from '../../web/js/core/notation.js';
import { aGame } from './rooms.js';

test('plies are read as they are written', () => {
  assert.deepEqual(parsePly('a1=G'), { kind: 'flip', square: 'a1', piece: 'G' });
  assert.deepEqual(parsePly('a1-b1'), { kind: 'move', from: 'a1', to: 'b1' });
  assert.deepEqual(parsePly('a1xb1=s'), { kind: 'capture', from: 'a1', to: 'b1', piece: 's' });
  assert.deepEqual(parsePly('end'), { kind: 'end' });
  assert.deepEqual(squaresOf('a1=G'), ['a1']);
  assert.deepEqual(squaresOf('a1xb1=s'), ['a1', 'b1']);
});

test('rewinding a game ends at the board it began with', () => {
  const moves = ['a1=G', 'b1=s', 'a2=c', 'b1xa1=G', 'a2-a3'];
  const now = `s...${'?'.repeat(4)}c${'?'.repeat(23)}`;
  const from = now.slice(0, 4).replace('s...', 's.??') + `.???c${'?'.repeat(23)}`;
  assert.equal(boardAfter(from, moves, 0), '?'.repeat(8) + '.' + '?'.repeat(23));
  assert.equal(boardAfter(from, moves, 2).slice(0, 4), 'Gs??');
  assert.equal(boardAfter(from, moves, 5), from);
});

test('a position string lists the ranks from the far side', () => {
  const board = `C.?g${'.'.repeat(28)}`;
  assert.equal(positionString({ board, unseen: 's', quiet: 3 }, 'red'), '4/4/4/4/4/4/4/C1?g r s 3');
  const start = { board: '?'.repeat(32), unseen: 'GAAEERRHHCCSSSSSgaaeerrhhccsssss', quiet: 0 };
  const ranks = Array(8).fill('????').join('/');
  assert.equal(positionString(start, null), `${ranks} - GAAEERRHHCCSSSSSgaaeerrhhccsssss 0`);
  assert.equal(positionString({ board, unseen: '', quiet: 0 }, 'black'), '4/4/4/4/4/4/4/C1?g b - 0');
});

test('pieces are counted by kind and colour', () => {
  assert.deepEqual(countKinds('SSsG', 'red').filter((k) => k.count), [{ piece: 'G', count: 1 }, { piece: 'S', count: 2 }]);
  assert.deepEqual(grouped('ssG'), [{ piece: 'G', count: 1 }, { piece: 's', count: 2 }]);
  assert.equal(pieceKey('h'), 'piece.black.H');
});

test('kinds are counted in the order of the ranks in force', () => {
  const order = (/** @type {string} */ ladder) => countKinds('GAcC', 'red', ladder).map(({ piece, count }) => piece + count).join(' ');
  assert.equal(order('GRHCAES'), 'G1 R0 H0 C1 A1 E0 S0');
  assert.equal(order('GAERHCS'), 'G1 A1 E0 R0 H0 C1 S0');
});

test('the rule that bars a move is the one that the server names', () => {
  const game = aGame({ barred: ['a1a2', 'b1b2'], barred_by: ['repetition', 'chase_limit'] });
  assert.deepEqual(['a1a2', 'b1b2', 'c1c2'].map((action) => ruleThatBars(game, action)), ['repetition', 'chase_limit', '']);
});
