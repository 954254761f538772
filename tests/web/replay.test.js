import assert from 'node:assert/strict';
import { test } from 'node:test';

import { addressIn, pliesOf, upTo } from '../../web/js/core/recordtext.js';
import { fileNameOf, fragmentOf, headline, newReplay, reduceReplay, replayView, roomAt, sentenceAt, unseenOf } from '../../web/js/core/replay.js';
import { gameInHash, parsePath, pathOf } from '../../web/js/core/route.js';
import { flawSentence } from '../../web/js/replay/flaws.js';

const HIDDEN = '?'.repeat(32);
const DEAL = 'GsGAAEERRHHCCSSSSSgaaeerrhhccsss'.slice(0, 32);
const MOVES = ['a1=G', 'b1=s', 'a1xb1=s'];
const BOARDS = [HIDDEN, `G${HIDDEN.slice(1)}`, `Gs${HIDDEN.slice(2)}`, `.G${HIDDEN.slice(2)}`];
const POSITIONS = ['- GAs 0', 'b As 0', 'r A 0', 'b A 0'].map((rest) => `board ${rest}`);

/** @param {object} [more] */
function record(more = {}) {
  const result = { winner: 'host', reason: 'resignation', points: 5 };
  const whole = {
    format: 1, room: 'K7Q2MX', number: 3, rules: { preset: 'douque' }, first: 'host', names: { host: 'Mei', guest: null },
    colors: { host: 'red', guest: 'black' }, start: '', moves: MOVES, result, deal: DEAL, date: '2026-10-09', ...more,
  };
  return /** @type {any} */ ({ record: whole, text: '', boards: BOARDS, positions: POSITIONS, chases: [[], [], [], []] });
}
const start = newReplay(record(), null);
/** @param {number} ply */
const atPly = (ply) => reduceReplay(start, { type: 'go', ply });

test('steps stay inside the game and stop what plays by itself', () => {
  const playing = reduceReplay(atPly(1), { type: 'play' });
  assert.equal(playing.isPlaying, true);
  assert.deepEqual([reduceReplay(playing, { type: 'step', by: -9 }).ply, reduceReplay(playing, { type: 'step', by: 9 }).ply], [0, 3]);
  assert.equal(reduceReplay(playing, { type: 'step', by: 1 }).isPlaying, false);
  assert.equal(newReplay(record(), 99).ply, 3);
});

test('playing by itself goes on to the end and rests there; from the end it begins anew', () => {
  const playing = reduceReplay(atPly(1), { type: 'play' });
  const later = reduceReplay(playing, { type: 'tick' });
  assert.deepEqual([later.ply, later.isPlaying], [2, true]);
  const end = reduceReplay(later, { type: 'tick' });
  assert.deepEqual([end.ply, end.isPlaying], [3, false]);
  assert.equal(reduceReplay(end, { type: 'play' }).ply, 0);
  assert.equal(reduceReplay(end, { type: 'tick' }), end);
});

test('only what was public is shown, until the reader asks for all and the record knows it', () => {
  assert.equal(replayView(atPly(1)).board, BOARDS[1]);
  const all = replayView(reduceReplay(atPly(3), { type: 'reveal' }));
  assert.equal(all.board, `.G${DEAL.slice(2)}`);
  assert.equal(all.veiled?.length, 30);
  const blind = newReplay(record({ deal: null }), 1);
  assert.equal(reduceReplay(blind, { type: 'reveal' }).isRevealed, false);
});

test('a ply is told by who made it, and the end by its reason', () => {
  assert.equal(sentenceAt(start, 0), null);
  assert.deepEqual(sentenceAt(start, 1), { key: 'say.flip', params: { who: 'red', name: { name: 'Mei' }, square: 'a1', piece: { t: 'piece.red.G' } } });
  assert.deepEqual(sentenceAt(start, 2)?.params?.['who'], 'black');
  assert.deepEqual(headline(atPly(3)).key, 'over.said');
  assert.deepEqual(headline(start), { key: 'replay.start' });
});

test('a room of then says who had taken what, whose turn it was and what was unseen', () => {
  const room = roomAt(atPly(3));
  assert.deepEqual(room.game?.captured, { host: 's', guest: '' });
  assert.deepEqual([roomAt(start).game?.turn, roomAt(start).game?.colors], ['host', null]);
  assert.deepEqual([roomAt(atPly(1)).game?.turn, unseenOf(atPly(1))], ['guest', 'As']);
});

test('a game and a ply have an address', () => {
  assert.deepEqual([fragmentOf(start), fragmentOf(atPly(2)), fragmentOf(atPly(3))], ['K7Q2MX.3', 'K7Q2MX.3.2', 'K7Q2MX.3']);
  assert.equal(fragmentOf(newReplay(record({ room: '' }), 1)), null);
  assert.deepEqual([fileNameOf(start), fileNameOf(newReplay(record({ room: '' }), 0))], ['banqi-K7Q2MX-3', 'banqi-2026-10-09']);
  assert.deepEqual(gameInHash('#k7q2mx.3.41'), { code: 'K7Q2MX', number: 3, ply: 41 });
  assert.deepEqual([gameInHash('#K7Q2MX'), gameInHash('#OOOOOO.1'), gameInHash('')], [null, null, null]);
  for (const path of ['replay', 'replay#K7Q2MX.3', 'replay#K7Q2MX.3.41']) {
    const [name, hash] = path.split('#');
    assert.equal(pathOf(parsePath(`/${name}`, hash ?? '')), path);
  }
  assert.equal(addressIn(' https://banqi.example/replay#K7Q2MX.3\n'), 'K7Q2MX.3');
  assert.equal(addressIn('1. a1=G'), null);
});

const TEXT = '[Game "Banqi"]\n[FirstColour "red"]\n[Result "1-0"]\n[Termination "time"]\n\n1. a1=G b1=s {why not} 2. a1xb1=s 1-0\n';

test('a record is cut before a ply, whichever kind it is', () => {
  assert.deepEqual(pliesOf(TEXT), MOVES);
  assert.equal(upTo(TEXT, 2), '[Game "Banqi"]\n[FirstColour "red"]\n[Result "*"]\n\na1=G b1=s *\n');
  assert.equal(upTo(TEXT, 0), '[Game "Banqi"]\n[Result "*"]\n\n *\n');
  const json = JSON.stringify(record().record);
  assert.deepEqual(pliesOf(json), MOVES);
  assert.deepEqual(JSON.parse(upTo(json, 1)).moves, ['a1=G']);
  assert.equal(JSON.parse(upTo(json, 1)).result, null);
  assert.deepEqual(pliesOf('{"moves": 5}'), []);
});

test('what is wrong with a record has a sentence of its own', () => {
  const flaw = { code: 'record_invalid', ply: null, rule: null, detail: '' };
  assert.deepEqual(flawSentence({ ...flaw, ply: 3, rule: 'lower_rank' }, MOVES),
    { key: 'replay.flaw.rule', params: { n: 3, move: 'a1xb1=s', rule: { t: 'rule.lower_rank' } } });
  assert.equal(flawSentence({ ...flaw, ply: 3 }, MOVES).key, 'replay.flaw.ply');
  assert.equal(flawSentence({ ...flaw, detail: 'has the tag [Letters "GAERHCS"]' }, []).key, 'replay.flaw.letters');
  assert.equal(flawSentence({ ...flaw, detail: 'the deal does not fit the start' }, []).key, 'replay.flaw.deal');
  assert.equal(flawSentence({ ...flaw, detail: 'the result is not' }, []).key, 'replay.flaw.result');
  assert.equal(flawSentence(flaw, []).key, 'replay.flaw.unreadable');
  assert.equal(flawSentence({ ...flaw, code: 'too_large' }, []).key, 'replay.flaw.large');
  assert.equal(flawSentence({ ...flaw, code: 'no_server' }, []).key, 'refused.no_server');
});
