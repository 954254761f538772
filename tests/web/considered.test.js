import assert from 'node:assert/strict';
import { test } from 'node:test';

import { boardView } from '../../web/js/core/boardview.js';
import { isFacingAway, nameOf } from '../../web/js/core/facts.js';
import { factsSentence } from '../../web/js/core/result.js';
import { newRoom, reduceRoom } from '../../web/js/core/room.js';
import { slotOf } from '../../web/js/core/slot.js';
import { aGame, aRoom, aState, aWelcome, hear } from './rooms.js';

const BOARD = `Gs${'?'.repeat(30)}`;
const GAME = aGame({ board: BOARD, ply: 2, colors: { host: 'red', guest: 'black' }, legal: ['a1b1'] });

/** @param {object} [welcome] */
function live(welcome = {}) {
  return hear(newRoom('K7Q2MX'), aWelcome({ game: GAME, moves: ['a1=G', 'b1=s'], ...welcome }));
}

test('a move that is asked about first is shown as made, and told in words', () => {
  const asked = reduceRoom(live(), { type: 'ask', question: 'move', action: 'a1b1' });
  assert.equal(boardView(asked).pending, 'a1b1');
  const slot = slotOf(asked, 0);
  assert.deepEqual(slot?.acts, ['confirm', 'keep']);
  assert.deepEqual(slot?.sentence.params?.['move'], { t: 'move.capture', params: { piece: { t: 'piece.red.G' }, from: 'a1', to: 'b1', target: { t: 'piece.black.S' } } });
  const kept = reduceRoom(asked, { type: 'ask', question: null });
  assert.equal(boardView(kept).pending, null);
});

test('a move that is asked about is forgotten once another was made', () => {
  const asked = reduceRoom(live(), { type: 'ask', question: 'move', action: 'a1b1' });
  const later = hear(asked, aState({ game: { ...GAME, ply: 3, turn: 'guest' }, last: { ply: 3, by: 'host', move: 'c1=e' } }));
  assert.deepEqual([later.asking, boardView(later).pending], [null, null]);
});

test('on one device the far player is faced when it is the far player who moves', () => {
  const local = live({ you: 'both', room: aRoom({ opponent: 'local' }) });
  const far = { ...local, game: { ...GAME, turn: /** @type {const} */ ('guest') } };
  assert.deepEqual([isFacingAway(local, 'board'), isFacingAway(far, 'board'), isFacingAway(far, 'none')], [false, true, false]);
  assert.equal(isFacingAway({ ...far, you: 'guest' }, 'board'), false);
});

test('a game is as long as this tab saw it, and only then told in minutes', () => {
  const fresh = hear(newRoom('K7Q2MX'), aWelcome({ now: 1_000_000 }));
  const result = /** @type {const} */ ({ winner: 'host', reason: 'resignation', points: 1 });
  const over = hear(fresh, aState({ now: 1_240_000, room: aRoom({ phase: 'over' }), game: aGame({ ply: 9, result }) }));
  assert.deepEqual(factsSentence(over), { key: 'end.moves.minutes', params: { n: 9, m: 4 } });
  const late = hear(live(), aState({ room: aRoom({ phase: 'over' }), game: { ...GAME, result } }));
  assert.deepEqual(factsSentence(late), { key: 'end.moves', params: { n: 2 } });
});

test('who played is still called by name after leaving, until somebody else sits there', () => {
  const result = /** @type {const} */ ({ winner: 'host', reason: 'resignation', points: 1 });
  const alone = aRoom({ phase: 'over', seats: { host: { name: 'Mei', computer: null }, guest: null } });
  const left = hear(live(), aState({ room: alone, game: { ...GAME, result } }));
  assert.deepEqual(nameOf(left, 'guest'), { name: 'Bao' });
  const waiting = hear(left, aState({ version: 5, room: { ...alone, phase: 'waiting' }, game: null }));
  assert.deepEqual(nameOf(waiting, 'guest'), { t: 'name.guest' });
});
