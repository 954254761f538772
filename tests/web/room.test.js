import assert from 'node:assert/strict';
import { test } from 'node:test';

import { newApp } from '../../web/js/core/app.js';
import { boardView } from '../../web/js/core/boardview.js';
import { canAct, canClaim, drawState, pendingPlay, rematchState, turnOf } from '../../web/js/core/facts.js';
import { newRoom } from '../../web/js/core/room.js';
import { screenOf } from '../../web/js/core/screen.js';
import { slotOf } from '../../web/js/core/slot.js';
import { statusOf, titleOf } from '../../web/js/core/status.js';
import { FLIPPED, aGame, aRoom, aState, aWelcome, after, afterFlip, hear, inRoom, keysSaid, RULES } from './rooms.js';

const PLAY = { type: /** @type {const} */ ('play'), game: 1, ply: 0, action: 'a1' };
const queued = (/** @type {import('../../web/js/state.d.ts').RoomState} */ s, id = 'x') => after(s, { type: 'queue', id, command: PLAY, now: 5 });

test('welcome replaces all that was known', () => {
  const s = inRoom({ moves: ['a1=G'], game: afterFlip(), version: 9 });
  assert.equal(s.stage, 'live');
  assert.equal(s.version, 9);
  assert.deepEqual(s.moves, ['a1=G']);
  assert.equal(s.conn.status, 'online');
});

test('a state that is not newer is ignored', () => {
  const s = inRoom({ version: 7 });
  assert.equal(hear(s, aState({ version: 7, game: afterFlip() })), s);
  assert.equal(hear(s, aState({ version: 6, game: afterFlip() })), s);
});

test('a ply extends the move list and is said once', () => {
  const s = hear(inRoom(), aState({ game: afterFlip(), last: FLIPPED }));
  assert.deepEqual(s.moves, ['a1=G']);
  assert.deepEqual(keysSaid(s), ['say.flip']);
  assert.equal(s.says[0]?.sound, 'flip');
  assert.equal(turnOf(s), 'opp');
});

test('a move list with a gap is emptied, and history fills it', () => {
  const game = afterFlip({ ply: 3 });
  const s = hear(inRoom(), aState({ version: 6, game, last: { ply: 3, by: 'host', move: 'a1-a2' } }));
  assert.deepEqual(s.moves, []);
  const whole = hear(s, { type: 'history', id: 'h', game: 1, moves: ['a1=G', 'c3=s', 'a1-a2'] });
  assert.deepEqual(whole.moves, ['a1=G', 'c3=s', 'a1-a2']);
  assert.deepEqual(hear(s, { type: 'history', id: 'h', game: 2, moves: ['a1=G'] }).moves, []);
});

test('undo takes the last ply off the list', () => {
  const s = inRoom({ you: 'both', game: afterFlip(), moves: ['a1=G'] });
  const undone = hear(s, aState({ game: aGame(), last: null }));
  assert.deepEqual(undone.moves, []);
  assert.deepEqual(keysSaid(undone), ['say.undone.flip']);
});

test('a new game starts an empty list', () => {
  const s = inRoom({ game: afterFlip(), moves: ['a1=G'] });
  const next = hear(s, aState({ game: aGame({ number: 2 }) }));
  assert.deepEqual(next.moves, []);
  assert.ok(keysSaid(next).includes('say.start'));
});

test('a play is kept until the board that it made is here', () => {
  const s = queued(inRoom());
  assert.equal(canAct(s), false);
  assert.equal(boardView(s).pending, 'a1');
  assert.equal(statusOf(s).key, 'status.unsent');
  const sent = after(s, { type: 'sent', ids: ['x'] });
  assert.equal(statusOf(sent).key, 'status.sending');
  const stored = hear(sent, { type: 'ack', id: 'x', version: 5 });
  assert.deepEqual([boardView(stored).pending, canAct(stored), statusOf(stored).key], ['a1', false, 'status.sending']);
  const renamed = hear(stored, aState({ version: 4 }));
  assert.deepEqual([boardView(renamed).pending, canAct(renamed)], ['a1', false], 'an older state is not the answer');
  assert.equal(pendingPlay(hear(renamed, aState({ version: 5, game: afterFlip(), last: FLIPPED }))), null);
  assert.equal(pendingPlay(hear(renamed, aState({ version: 6 }))), null, 'it was played and taken back');
});

test('an answer that comes after its board, or to anything but a play, ends the waiting', () => {
  const seen = hear(queued(inRoom()), aState({ version: 4 }));
  assert.deepEqual(hear(seen, { type: 'ack', id: 'x', version: 4 }).pending, []);
  const offering = after(inRoom(), { type: 'queue', id: 'y', command: { type: 'offer_draw', game: 1 }, now: 5 });
  assert.deepEqual(hear(offering, { type: 'ack', id: 'y', version: 4 }).pending, []);
});

test('a stored play whose line is lost is not sent again, and any welcome ends the waiting', () => {
  const stored = hear(after(queued(inRoom()), { type: 'sent', ids: ['x'] }), { type: 'ack', id: 'x', version: 4 });
  const lost = after(stored, { type: 'lost', now: 10, wait: 300, restarting: false, online: true });
  assert.deepEqual([lost.pending.map((p) => p.sent), canAct(lost), slotOf(lost, 10)?.kind], [[true], false, 'reconnecting']);
  assert.deepEqual(after(lost, { type: 'connecting', now: 20 }).pending.map((p) => p.sent), [true]);
  assert.deepEqual(hear(lost, aWelcome({ version: 4, game: afterFlip(), moves: ['a1=G'] })).pending, []);
  assert.deepEqual(hear(lost, aWelcome({ version: 2 })).pending, [], 'the server lost what it had stored');
});

test('a lost connection keeps the play for the same board and sends it with the same id', () => {
  const lost = after(after(queued(inRoom()), { type: 'sent', ids: ['x'] }),
    { type: 'lost', now: 10, wait: 300, restarting: false, online: true });
  assert.equal(lost.conn.status, 'reconnecting');
  assert.equal(lost.pending[0]?.sent, false);
  const back = hear(lost, aWelcome());
  assert.deepEqual(back.pending.map((p) => [p.id, p.sent]), [['x', false]]);
});

test('a play that went into a line that was replaced goes into the next one', () => {
  const sent = after(queued(inRoom()), { type: 'sent', ids: ['x'] });
  const next = after(sent, { type: 'connecting', now: 10 });
  assert.deepEqual(next.pending.map((p) => [p.id, p.sent]), [['x', false]]);
});

test('a play for a board that is gone is dropped', () => {
  const s = queued(inRoom());
  assert.deepEqual(hear(s, aWelcome({ game: afterFlip(), moves: ['a1=G'], version: 4 })).pending, []);
  assert.deepEqual(hear(s, aState({ game: aGame({ number: 2 }) })).pending, []);
});

test('after `unavailable` the same command rests and goes again', () => {
  const s = hear(after(queued(inRoom()), { type: 'sent', ids: ['x'] }),
    { type: 'refused', id: 'x', code: 'unavailable', message: '', version: 3 }, 100);
  assert.deepEqual(s.pending.map((p) => [p.id, p.sent, p.notBefore]), [['x', false, 1600]]);
});

test('a refusal is told in its own sentence', () => {
  const s = hear(queued(inRoom()), { type: 'refused', id: 'x', code: 'illegal_action', rule: 'general_vs_soldier', message: '', version: 3 });
  assert.deepEqual(s.pending, []);
  assert.deepEqual(keysSaid(s), ['rule.general_vs_soldier']);
  assert.equal(s.says[0]?.toast, true);
});

test('the loss of the connection is said once, not at every attempt', () => {
  const lose = { type: /** @type {const} */ ('lost'), now: 10, wait: 300, restarting: false, online: true };
  const s = after(inRoom(), lose, lose, lose);
  assert.deepEqual(keysSaid(s), ['conn.lost.reconnecting']);
  assert.equal(s.says[0]?.region, 'alert');
});

test('coming back says what happened meanwhile', () => {
  const lost = after(inRoom(), { type: 'lost', now: 10, wait: 300, restarting: false, online: true });
  const s = hear(lost, aWelcome({ version: 4, game: afterFlip(), moves: ['a1=G'] }));
  assert.deepEqual(keysSaid(s).slice(1), ['say.online.while', 'say.flip']);
});

test('a result is an alert with its reason, and nothing else is said beside it', () => {
  const game = afterFlip({ turn: null, legal: [], result: { winner: 'host', reason: 'resignation', points: 5 } });
  const s = hear(inRoom({ game: afterFlip(), moves: ['a1=G'] }), aState({ room: aRoom({ phase: 'over' }), game, last: FLIPPED }));
  assert.deepEqual(s.says.map((say) => say.region), ['alert']);
  assert.equal(s.says[0]?.sound, 'win');
  assert.equal(titleOf(s).key, 'title.over');
  assert.equal(rematchState(s), 'idle');
});

test('the five states of a rematch', () => {
  const game = afterFlip({ turn: null, result: { winner: null, reason: 'agreement', points: 0 } });
  const at = (/** @type {Partial<import('../../web/js/wire.d.ts').Room>} */ room) => rematchState(inRoom({ game, room: aRoom({ phase: 'over', ...room }) }));
  assert.equal(at({}), 'idle');
  assert.equal(at({ rematch: ['host'] }), 'mine');
  assert.equal(at({ rematch: ['guest'] }), 'theirs');
  assert.equal(at({ rematch: ['host', 'guest'] }), 'both');
  assert.equal(at({ seats: { host: { name: null, computer: null }, guest: null } }), 'left');
});

test('a draw offer has its states', () => {
  const at = (/** @type {Partial<import('../../web/js/wire.d.ts').Game>} */ game) => drawState(inRoom({ game: afterFlip(game) }));
  assert.equal(drawState(inRoom()), 'early');
  assert.equal(at({}), 'enabled');
  assert.equal(at({ draw_offer: 'host' }), 'mine');
  assert.equal(at({ draw_offer: 'guest' }), 'theirs');
  assert.equal(at({ draw_rest: { host: 2, guest: 0 } }), 'resting');
  assert.equal(drawState(inRoom({ rules: { ...RULES, draw_offers: false }, game: afterFlip() })), 'hidden');
  assert.equal(drawState(inRoom({ you: 'spectator', game: afterFlip() })), 'hidden');
});

test('an opened question is not replaced by an offer that arrives', () => {
  const s = after(inRoom({ game: afterFlip(), moves: ['a1=G'] }), { type: 'ask', question: 'resign' });
  const offered = hear(s, aState({ game: afterFlip({ draw_offer: 'guest', draw_offer_ply: 1 }), last: FLIPPED }));
  assert.equal(slotOf(offered, 0)?.kind, 'resign');
  assert.equal(slotOf(after(offered, { type: 'ask', question: null }), 0)?.kind, 'offered');
});

test('a claim counts down on the server\'s clock and then has its buttons', () => {
  const s = inRoom({ game: afterFlip(), moves: ['a1=G'], now: 50_000 });
  const away = hear(s, {
    type: 'presence', host: { online: true, away_since: null }, guest: { online: false, away_since: 40_000 }, spectators: 0, claim_at: 60_000,
  });
  const skewed = slotOf(away, 1_000_000);
  assert.equal(skewed?.kind, 'away');
  assert.equal(skewed?.sentence.params?.['n'], 10);
  assert.deepEqual(slotOf(away, 1_010_000)?.acts, ['win', 'none', 'wait']);
  const strict = { ...away, rules: { ...RULES, resignation: false } };
  assert.deepEqual(slotOf(strict, 1_010_000)?.acts, ['none', 'wait']);
});

test('who keeps waiting is asked again after a while, when asked for, and by the next absence at once', () => {
  const s = inRoom({ game: afterFlip(), moves: ['a1=G'], now: 1_000_000 });
  /** @param {number | null} claim_at @returns {import('../../web/js/wire.d.ts').Presence} */
  const seen = (claim_at) => ({
    type: 'presence', host: { online: true, away_since: null },
    guest: { online: claim_at === null, away_since: claim_at && claim_at - 60_000 }, spectators: 0, claim_at,
  });
  const away = hear(s, seen(1_000_000));
  const waiting = after(away, { type: 'hide', what: 'claim', until: 1_060_000 });
  assert.equal(slotOf(waiting, 1_059_000), null);
  assert.equal(canClaim(waiting, 1_059_000), true, 'the right stands: the menu has it');
  assert.equal(slotOf(hear(waiting, seen(1_000_000)), 1_059_000), null);
  assert.equal(slotOf(waiting, 1_060_000)?.kind, 'claim');
  assert.equal(slotOf(after(waiting, { type: 'hide', what: 'claim', until: 0 }), 1_001_000)?.kind, 'claim');
  const again = hear(hear(waiting, seen(null)), seen(1_002_000));
  assert.equal(canClaim(again, 1_001_000), false);
  assert.equal(slotOf(again, 1_003_000)?.kind, 'claim');
});

const NEVER_LATER = /** @type {import('../../web/js/wire.d.ts').Command[]} */ ([
  { type: 'resign' }, { type: 'leave' }, { type: 'claim', result: 'win' }, { type: 'offer_draw' }, { type: 'accept_draw', ply: 1 },
  { type: 'decline_draw' }, { type: 'rematch', accept: true }, { type: 'undo' }, { type: 'restart' }, { type: 'remove_guest' },
]);
const LOST = /** @type {const} */ ({ type: 'lost', now: 10, wait: 300, restarting: false, online: true });

test('what decides a game is never sent by itself after the line was lost, and that is told', () => {
  for (const command of NEVER_LATER) {
    const asked = after(inRoom(), { type: 'queue', id: 'x', command, now: 5 }, { type: 'sent', ids: ['x'] });
    assert.equal(asked.pending.length, 1, command.type);
    const lost = after(asked, LOST);
    assert.deepEqual(lost.pending, [], command.type);
    assert.deepEqual(keysSaid(lost), ['conn.lost.reconnecting', 'conn.dropped']);
    assert.equal(lost.says.at(-1)?.toast, true);
    const replaced = after(asked, { type: 'connecting', now: 10 });
    assert.deepEqual([replaced.pending, keysSaid(replaced)], [[], ['conn.dropped']]);
  }
});

test('without a line nothing that decides a game is asked for or kept, and it is told why', () => {
  const lost = after(inRoom(), LOST);
  for (const command of NEVER_LATER) {
    const refused = after(lost, { type: 'queue', id: 'x', command, now: 20 });
    assert.deepEqual(refused.pending, [], command.type);
    assert.equal(keysSaid(refused).at(-1), 'conn.wait');
  }
  for (const question of /** @type {const} */ (['resign', 'offer', 'draw', 'leave', 'restart', 'remove'])) {
    const refused = after(lost, { type: 'ask', question });
    assert.equal(refused.asking, null);
    assert.equal(keysSaid(refused).at(-1), 'conn.wait');
  }
  assert.equal(after(lost, { type: 'ask', question: 'move', action: 'a1b1' }).asking, 'move');
});

test('a draw is offered after a question with its own words', () => {
  const slot = slotOf(after(inRoom({ game: afterFlip(), moves: ['a1=G'] }), { type: 'ask', question: 'offer' }), 0);
  assert.deepEqual([slot?.kind, slot?.sentence.key, slot?.acts], ['offer', 'ask.offer', ['confirm', 'keep']]);
});

test('a chase is told from the third on', () => {
  const chases = (/** @type {number} */ count) => [{ piece: 'a1', target: 'b1', count }];
  const board = `Gs${'?'.repeat(30)}`;
  assert.equal(slotOf(inRoom({ game: afterFlip({ board, chases: chases(2) }), moves: ['a1=G'] }), 0), null);
  const slot = slotOf(inRoom({ game: afterFlip({ board, chases: chases(4) }), moves: ['a1=G'] }), 0);
  assert.equal(slot?.sentence.key, 'slot.chase');
  assert.equal(slotOf(inRoom({ game: afterFlip({ board, chases: chases(5) }), moves: ['a1=G'] }), 0)?.sentence.key, 'slot.chase.full');
});

test('the past is shown inert and left again by a new game', () => {
  const s = inRoom({ game: afterFlip(), moves: ['a1=G'] });
  const past = after(s, { type: 'view', ply: 0 });
  assert.equal(boardView(past).board, '?'.repeat(32));
  assert.equal(boardView(past).live, false);
  assert.equal(after(past, { type: 'view', ply: 1 }).viewing, null);
});

test('a ply that is taken back ends a look at what comes before it', () => {
  const s = inRoom({ you: 'both', game: afterFlip(), moves: ['a1=G'] });
  const past = after(s, { type: 'view', ply: 0 });
  const back = hear(past, aState({ version: 6, game: aGame() }));
  assert.equal(back.viewing, null);
  assert.equal(boardView(back).live, true);
});

test('a line that answers again may be lost again, and that is told', () => {
  const off = after(inRoom(), { type: 'network', online: false, now: 10 });
  const on = after(off, { type: 'pong', now: 60, sentAt: 50, serverNow: 1_000_000 });
  assert.equal(on.conn.since, null);
  const again = after(on, { type: 'network', online: false, now: 500 });
  assert.equal(again.conn.since, 500);
  assert.equal(keysSaid(again).filter((key) => key === 'conn.lost.offline').length, 2);
});

test('a draw that was over when the tab came is not shown, one that ends before its eyes is', () => {
  const drawn = { game: aGame({ number: 2 }), room: aRoom({ draw_for_first: { host: 0, guest: 4, tiles: 'GAERH' } }) };
  const app = newApp(/** @type {any} */ ({}), { name: 'room', code: 'K7Q2MX' });
  const shown = (/** @type {import('./rooms.js').RoomState} */ room) => screenOf({ ...app, room });
  const came = inRoom(drawn);
  assert.equal(shown(came), 'game');
  const sat = inRoom({ game: null, room: aRoom({ phase: 'drawing', draw_for_first: { host: 0, guest: null, tiles: null } }) });
  assert.equal(shown(sat), 'drawing');
  assert.equal(shown(hear(sat, aState(drawn))), 'drawing');
  assert.equal(shown(hear(sat, aWelcome(drawn))), 'drawing', 'the line was lost meanwhile');
  const next = { ...drawn, game: aGame({ number: 3 }) };
  assert.equal(shown(hear(came, aState(next))), 'drawing');
});

test('every reason for which a room cannot be opened has its sentence', () => {
  for (const [reason, key] of [['no_server', 'ended.no_server'], ['from_tomorrow', 'ended.other']]) {
    assert.deepEqual(keysSaid(after(inRoom(), { type: 'gone', reason: String(reason) })), [key]);
  }
});

test('a spectator has no turn and no buttons', () => {
  const s = inRoom({ you: 'spectator', game: afterFlip(), moves: ['a1=G'] });
  assert.equal(turnOf(s), 'opp');
  assert.equal(canAct(s), false);
  assert.equal(boardView(s).you, null);
  assert.equal(statusOf(s).key, 'status.watch');
});

test('on one device both colours may be touched in turn', () => {
  const s = inRoom({ you: 'both', game: afterFlip(), moves: ['a1=G'] });
  assert.equal(turnOf(s), 'me');
  assert.equal(boardView(s).you, 'black');
});

test('the skew follows the quickest answer', () => {
  const s = after(inRoom({ now: 1_000_500 }), { type: 'pong', now: 2_000, sentAt: 1_900, serverNow: 9_950 });
  assert.equal(s.skew, 9_950 - 1_950);
  const slow = after(s, { type: 'pong', now: 5_000, sentAt: 3_000, serverNow: 20_000 });
  assert.equal(slow.skew, s.skew);
  assert.equal(slow.conn.status, 'slow');
});

test('another name is told to the others, and refused beside its field', () => {
  const seats = { host: { name: 'Mei', computer: null }, guest: { name: 'Bo', computer: null } };
  assert.deepEqual(keysSaid(hear(inRoom(), aState({ room: aRoom({ seats }) }))), ['say.renamed']);
  const own = hear(inRoom({ you: 'guest' }), aState({ room: aRoom({ seats }) }));
  assert.deepEqual(keysSaid(own), []);
  const asked = after(inRoom(), { type: 'queue', id: 'x', command: { type: 'rename', name: '?' }, now: 1 });
  const refused = hear(asked, { type: 'refused', id: 'x', code: 'name_invalid', message: '', version: 3 });
  assert.deepEqual([refused.says.length, refused.refusal?.code], [0, 'name_invalid']);
});

test('a final close ends the room with its reason', () => {
  const s = after(inRoom(), { type: 'gone', reason: 'removed' });
  assert.equal(s.stage, 'gone');
  assert.deepEqual(keysSaid(s), ['ended.removed']);
  assert.equal(newRoom('K7Q2MX').stage, 'loading');
});
