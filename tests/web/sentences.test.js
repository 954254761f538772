/** Sentences for what is easily overlooked: a long draw, the last way out, a flip that was seen, another name. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { wasNumbered } from '../../web/js/core/names.js';
import { slotOf } from '../../web/js/core/slot.js';
import { statusOf } from '../../web/js/core/status.js';
import { aGame, aRoom, aState, afterFlip, hear, inRoom, keysSaid } from './rooms.js';

/** @param {number | null} host @param {number | null} guest @param {string} [you] */
function drawing(host, guest, you = 'host') {
  const draw = { host, guest, tiles: null };
  return inRoom({ you: /** @type {'host'} */ (you), game: aGame({ first: /** @type {any} */ (null), turn: null, legal: [] }), room: aRoom({ phase: 'drawing', draw_for_first: draw }) });
}

test('whoever has not picked after twenty seconds is told that any piece will do', () => {
  const keyAt = (/** @type {ReturnType<typeof drawing>} */ s, /** @type {number} */ now) => slotOf(s, now)?.sentence.key;
  assert.equal(keyAt(drawing(null, null), 1_019_000), undefined);
  assert.equal(keyAt(drawing(null, 2), 1_020_000), 'slot.pick');
  assert.equal(keyAt(drawing(1, null), 1_020_000), 'slot.picking');
  assert.equal(keyAt(drawing(1, 2), 1_020_000), undefined);
  assert.equal(keyAt(drawing(null, null, 'spectator'), 1_020_000), undefined);
  assert.equal(keyAt(drawing(null, null, 'both'), 1_020_000), undefined, 'the status says who picks');
});

test('the twenty seconds begin with the draw, not with the room', () => {
  const lobby = inRoom({ you: 'host', game: null, room: aRoom({ phase: 'waiting' }) });
  const draw = { host: null, guest: null, tiles: null };
  const begun = hear(lobby, aState({ now: 1_060_000, game: null, room: aRoom({ phase: 'drawing', draw_for_first: draw }) }));
  assert.equal(slotOf(begun, 1_079_000)?.sentence.key, undefined);
  assert.equal(slotOf(begun, 1_080_000)?.sentence.key, 'slot.pick');
});

test('the last ways out are named when all other moves are barred', () => {
  const at = (/** @type {Partial<import('../../web/js/wire.d.ts').Game>} */ game) => statusOf(inRoom({
    game: aGame({ ply: 9, board: `G.s.${'.'.repeat(28)}`, colors: { host: 'red', guest: 'black' }, unseen: '', ...game }),
  }));
  const barred = { barred: ['a1b1'], barred_by: /** @type {['chase_limit']} */ (['chase_limit']) };
  assert.deepEqual([at({ legal: ['a1a2', 'd8'], ...barred }).key, at({ legal: ['a1a2', 'd8'], ...barred }).params?.['moves']], ['status.only', 'a1–a2, d8']);
  assert.equal(at({ legal: ['a1a2', 'a1b2', 'd8'], ...barred }).key, 'status.mine');
  assert.equal(at({ legal: ['a1a2'] }).key, 'status.mine');
});

test('a flip that is taken back was seen, and that makes it practice', () => {
  const local = { you: /** @type {const} */ ('both'), room: aRoom({ opponent: 'local' }) };
  const flipped = inRoom({ ...local, game: afterFlip(), moves: ['a1=G'] });
  const back = hear(flipped, aState({ room: local.room, game: aGame() }));
  assert.deepEqual(keysSaid(back), ['say.undone.flip']);
  assert.equal(back.says[0]?.toast, true);
  const moved = inRoom({ ...local, game: afterFlip({ ply: 2 }), moves: ['a1=G', 'a1-a2'] });
  assert.deepEqual(keysSaid(hear(moved, aState({ room: local.room, game: afterFlip() }))), ['say.undone']);
});

test('who got another name than was wished is told', () => {
  assert.equal(wasNumbered('Mei', 'Mei (2)'), true);
  assert.equal(wasNumbered(' Mei ', 'Mei'), false);
  assert.equal(wasNumbered('Mei (2)', 'Mei (2)'), false);
  assert.equal(wasNumbered('', 'Player 2'), false);
});
