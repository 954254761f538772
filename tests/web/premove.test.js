/** A planned move is one tab's business until its turn has come. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardView } from '../../web/js/core/boardview.js';
import { isDue } from '../../web/js/core/premove.js';
import { slotOf } from '../../web/js/core/slot.js';
import { aGame, aRoom, aState, aWelcome, after, hear, inRoom, keysSaid } from './rooms.js';

const COLORS = /** @type {const} */ ({ host: 'red', guest: 'black' });
const BOARD = `Gs${'?'.repeat(30)}`;
/** The guest is to move. */
const THEIRS = aGame({ ply: 3, board: BOARD, turn: 'guest', colors: COLORS, legal: ['b1b2', 'c1'] });
/** The guest has turned c1 over. */
const MINE = aGame({ ply: 4, board: `Gse${'?'.repeat(29)}`, turn: 'host', colors: COLORS, legal: ['a1b1', 'd1'] });
const LAST = /** @type {const} */ ({ ply: 4, by: 'guest', move: 'c1=e' });
const MOVES = ['a1=G', 'b1=s', 'd8=h'];

/** @param {string | null} action @returns {import('../../web/js/state.d.ts').RoomAction} */
const plan = (action) => ({ type: 'premove', action });

/** @param {Partial<import('../../web/js/wire.d.ts').Welcome>} [changes] */
const waiting = (changes = {}) => inRoom({ game: THEIRS, moves: MOVES, ...changes });

/** @param {string} action */
const planning = (action) => after(waiting(), plan(action));

/** @param {import('../../web/js/state.d.ts').RoomState} s */
const theirPly = (s) => hear(s, aState({ game: MINE, last: LAST }));

test('an own piece or a face-down one may be planned for, in the other\'s turn alone', () => {
  assert.deepEqual(planning('a1b1').premove, { game: 1, ply: 3, action: 'a1b1' });
  assert.equal(planning('d1').premove?.action, 'd1');
  for (const action of ['b1a1', 'a1', 'c1d1']) assert.equal(planning(action).premove, null, action);
  const mine = inRoom({ game: MINE, moves: [...MOVES, 'c1=e'] });
  assert.equal(after(mine, plan('a1b1')).premove, null);
});

test('who watches, who plays both sides and who is offered a draw plans nothing', () => {
  const offered = { ...THEIRS, draw_offer: /** @type {const} */ ('guest'), draw_offer_ply: 3 };
  for (const s of [waiting({ you: 'spectator' }), waiting({ you: 'both', room: aRoom({ opponent: 'local' }) }), waiting({ game: offered })])
    assert.equal(after(s, plan('a1b1')).premove, null);
});

test('what is planned is shown on the board and in words, and nothing is to be sent', () => {
  const s = planning('a1b1');
  assert.equal(boardView(s).planned, 'a1b1');
  assert.deepEqual(slotOf(s, 0)?.acts, ['unplan']);
  assert.deepEqual(keysSaid(s).slice(-2), ['premove.move', 'premove.how']);
  assert.deepEqual(s.pending, []);
});

test('it is due once its turn has come and the rules allow it', () => {
  const before = planning('a1b1');
  assert.ok(before.premove && !isDue(before.premove, before));
  const now = theirPly(before);
  assert.ok(now.premove && isDue(now.premove, now));
});

test('it is dropped, and that is said, if it is not allowed when the turn comes', () => {
  const now = theirPly(planning('a1a2'));
  assert.equal(now.premove, null);
  assert.equal(keysSaid(now).at(-1), 'premove.dropped');
});

test('what leaves the board alone leaves the plan alone', () => {
  const renamed = hear(planning('a1b1'), aState({ room: aRoom({ spectators: false }), game: THEIRS }));
  assert.equal(renamed.premove?.action, 'a1b1');
});

test('another plan replaces it, a wish for none ends it', () => {
  const other = after(planning('a1b1'), plan('d1'));
  assert.equal(other.premove?.action, 'd1');
  const none = after(other, plan(null));
  assert.equal(none.premove, null);
  assert.equal(keysSaid(none).at(-1), 'premove.cancelled');
  assert.equal(after(none, plan(null)).said, none.said);
});

/** @type {Record<string, (s: import('../../web/js/state.d.ts').RoomState) => import('../../web/js/state.d.ts').RoomState>} */
const UNCERTAIN = {
  'a lost line': (s) => after(s, { type: 'lost', now: 1, wait: 1, restarting: false, online: true }),
  'a network that is gone': (s) => after(s, { type: 'network', online: false, now: 1 }),
  'a resync': (s) => hear(s, aWelcome({ version: 3, game: THEIRS, moves: MOVES })),
  'a resync in which the turn has come': (s) => hear(s, aWelcome({ version: 4, game: MINE, moves: [...MOVES, 'c1=e'] })),
  'a state that was missed': (s) => hear(s, aState({ version: 6, game: { ...MINE, ply: 6 } })),
  'a ply that is taken back': (s) => hear(s, aState({ game: { ...THEIRS, ply: 2, turn: 'host' } })),
  'a look back': (s) => after(s, { type: 'view', ply: 1 }),
  'another game': (s) => hear(s, aState({ game: { ...MINE, number: 2 } })),
  'the end': (s) => hear(s, aState({ room: aRoom({ phase: 'over' }), game: { ...THEIRS, result: { winner: 'host', reason: 'resignation', points: 1 } } })),
  'an offered draw': (s) => hear(s, aState({ game: { ...THEIRS, draw_offer: 'guest', draw_offer_ply: 3 } })),
  'an offered draw with the ply': (s) => hear(s, aState({ game: { ...MINE, draw_offer: 'guest', draw_offer_ply: 4 }, last: LAST })),
  'the end of the seat': (s) => after(s, { type: 'gone', reason: 'removed' }),
  'a new start': (s) => after(s, { type: 'reset' }),
};

for (const [what, happen] of Object.entries(UNCERTAIN))
  test(`${what} ends what was planned`, () => {
    const now = happen(planning('a1b1'));
    assert.equal(now.premove, null);
    assert.deepEqual(now.pending, []);
  });

test('a play by hand takes the place of the plan', () => {
  const now = after(theirPly(planning('a1b1')), { type: 'queue', id: 'p', command: { type: 'play', game: 1, ply: 4, action: 'd1' }, now: 1 });
  assert.equal(now.premove, null);
});
