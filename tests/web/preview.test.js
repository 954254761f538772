/** Looking at one's moves in the other's turn: shown, never sent. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { choose } from '../../web/js/board/selection.js';
import { squareViews } from '../../web/js/board/views.js';
import { DEFAULT_PREFS } from '../../web/js/board/options.js';
import { boardView } from '../../web/js/core/boardview.js';
import { previewOf } from '../../web/js/core/preview.js';
import { aState, after, afterFlip, hear, inRoom } from './rooms.js';

const FLIP = { moves: ['a1=G'], game: afterFlip({ board: `G.s.${'?'.repeat(28)}` }) };
const LOOK = /** @type {const} */ ({ type: 'preview', game: 1, ply: 1, legal: ['a1b1', 'a2'] });

test('in the other\'s turn the own side is asked about, once colours are known', () => {
  assert.deepEqual(previewOf(inRoom(FLIP)), { game: 1, ply: 1, position: '4/4/4/4/4/4/4/G1s1 r GAAEERRHHCCSSSSSgaaeerrhhccsssss 0'.replace('4/4/4/4/4/4/4', Array(7).fill('????').join('/')).replace(' GAAE', ' AAE') });
  assert.equal(previewOf(inRoom({ ...FLIP, game: afterFlip({ turn: 'host' }) })), null, 'in the own turn all is known');
  assert.equal(previewOf(inRoom()), null);
  assert.equal(previewOf(inRoom({ ...FLIP, you: 'spectator' })), null);
  assert.equal(previewOf(inRoom({ ...FLIP, you: 'both' })), null);
  assert.equal(previewOf(after(inRoom(FLIP), { type: 'view', ply: 0 })), null);
  assert.equal(previewOf(after(inRoom(FLIP), LOOK)), null, 'once is enough');
});

test('its moves are marked on the board beside what the other may do, and only for this board', () => {
  const s = after(inRoom(FLIP), LOOK);
  assert.deepEqual(boardView(s).legal, ['a2', 'a1b1'], 'a face-down piece is nobody\'s to look at');
  const next = hear(s, aState({ game: afterFlip({ ply: 2, turn: 'guest' }) }));
  assert.deepEqual(boardView(next).legal, ['a2']);
  assert.deepEqual(boardView(after(inRoom(FLIP), { ...LOOK, ply: 0 })).legal, ['a2'], 'an answer that comes too late');
});

test('a destination in the other\'s turn is seen but does nothing', () => {
  const view = boardView(after(inRoom(FLIP), LOOK));
  const chosen = { selected: 'a1', armed: null };
  const b1 = squareViews(view, chosen, DEFAULT_PREFS, null)[1];
  assert.deepEqual([b1?.destination, b1?.usable], ['move', false]);
  assert.equal(squareViews({ ...view, canPlan: true }, chosen, { ...DEFAULT_PREFS, premove: true }, null)[1]?.usable, true);
  assert.deepEqual(choose(chosen, view, 'b1', DEFAULT_PREFS).effect, { type: 'none' });
});
