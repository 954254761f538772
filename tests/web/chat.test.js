import assert from 'node:assert/strict';
import { test } from 'node:test';

import { LINE_LENGTH, PHRASES, canSay, chatHint, lineText, readLine, shownLines, unreadCount } from '../../web/js/core/chat.js';
import { after, aWelcome, hear, inRoom, keysSaid } from './rooms.js';

/** @typedef {import('../../web/js/wire.d.ts').Said} Said */
/** @typedef {import('../../web/js/state.d.ts').RoomState} RoomState */

/** @param {number} n @param {Partial<Said>} [changes] @returns {Said} */
const line = (n, changes = {}) => ({ type: 'said', n, by: 'guest', at: 5, text: `line ${n}`, ...changes });
/** @param {RoomState} s @param {...Said} lines */
const said = (s, ...lines) => lines.reduce((state, one) => hear(state, one), s);

test('a new line is kept, spoken once and counted until it was on the screen', () => {
  const s = said(inRoom(), line(1), line(1));
  assert.deepEqual(s.chat.lines.map(({ text }) => text), ['line 1']);
  assert.deepEqual(keysSaid(s), ['say.chat']);
  assert.equal(s.says[0]?.sound, 'notify');
  assert.equal(s.says[0]?.toast, false, 'nothing lies over the board');
  assert.equal(unreadCount(s), 1);
  assert.equal(unreadCount(after(s, { type: 'read' })), 0);
});

test('an own line is spoken without a sound and is not new', () => {
  const s = said(inRoom(), line(1, { by: 'host', text: null, phrase: 'hello' }));
  assert.equal(s.says[0]?.sentences[0]?.params?.['who'], 'you');
  assert.equal(s.says[0]?.sound, null);
  assert.equal(unreadCount(s), 0);
});

test('what was said before is old: neither spoken nor new', () => {
  const s = said(inRoom(), line(1, { old: true }), line(2));
  assert.deepEqual(s.chat.lines.map(({ old }) => old), [true, false]);
  assert.equal(s.says.length, 1);
  assert.equal(unreadCount(s), 1);
});

test('what was missed while the line was down is new, what is here stays as it is', () => {
  const lost = after(said(inRoom(), line(1)), { type: 'read' }, { type: 'lost', now: 1, wait: 300, restarting: false, online: true });
  const back = said(hear(lost, aWelcome()), line(1, { old: true }), line(2, { old: true }));
  assert.deepEqual(back.chat.lines.map(({ n, old }) => [n, old]), [[1, false], [2, false]]);
  assert.equal(unreadCount(back), 1);
});

test('a room that went back in time says another line under an old number: it takes the place of those that are lost', () => {
  const lost = after(said(inRoom(), line(1), line(2), line(3)), { type: 'read' });
  const s = said(hear(lost, aWelcome()), line(1, { old: true }), line(2, { at: 9, text: 'another' }));
  assert.deepEqual(s.chat.lines.map(({ n, text }) => [n, text]), [[1, 'line 1'], [2, 'another']]);
  assert.equal(unreadCount(s), 1);
});

test('a muted room shows, counts and speaks the own lines only', () => {
  const muted = after(inRoom(), { type: 'mute', on: true });
  const s = said(muted, line(1), line(2, { by: 'host' }));
  assert.deepEqual(shownLines(s).map(({ n }) => n), [2]);
  assert.equal(unreadCount(s), 0);
  assert.equal(s.says.length, 1);
  assert.equal(chatHint(s).key, 'chat.muted');
  assert.deepEqual(shownLines(after(s, { type: 'mute', on: false })).map(({ n }) => n), [1, 2]);
});

test('spectators read only', () => {
  const s = said(inRoom({ you: 'spectator' }), line(1));
  assert.equal(canSay(s), false);
  assert.equal(chatHint(s).key, 'chat.watch');
  assert.equal(unreadCount(s), 1);
});

test('a phrase is read in the own language, an unknown one is told as such', () => {
  const at = (/** @type {string} */ phrase) => lineText({ n: 1, by: 'host', at: 0, text: null, phrase, old: false });
  assert.deepEqual(at('hello'), { t: 'phrase.hello' });
  assert.deepEqual(at('checkmate'), { t: 'chat.unknown' });
  assert.equal(new Set(PHRASES).size, 10);
});

test('a refused text is told beside its field, a refused phrase aloud', () => {
  const refused = { type: /** @type {const} */ ('refused'), id: 'x', code: 'rate_limited', message: '', version: 3 };
  const text = hear(after(inRoom(), { type: 'queue', id: 'x', command: { type: 'say', text: 'hi' }, now: 1 }), refused);
  assert.deepEqual([text.says.length, text.refusal?.about], [0, 'say']);
  const phrase = hear(after(inRoom(), { type: 'queue', id: 'x', command: { type: 'say', phrase: 'hello' }, now: 1 }), refused);
  assert.deepEqual(keysSaid(phrase), ['refused.rate_limited']);
});

test('a text is not lost when the line breaks', () => {
  const s = after(inRoom(), { type: 'queue', id: 'x', command: { type: 'say', text: 'hi' }, now: 1 }, { type: 'sent', ids: ['x'] },
    { type: 'lost', now: 10, wait: 300, restarting: false, online: true });
  assert.deepEqual(hear(s, aWelcome()).pending.map(({ id, sent }) => [id, sent]), [['x', false]]);
});

test('a line is counted as a reader counts it', () => {
  assert.deepEqual(readLine('  \u200b '), { status: 'empty', text: '', left: LINE_LENGTH });
  assert.equal(readLine('👨‍👩‍👧'.repeat(200)).status, 'fit');
  assert.deepEqual(readLine('龍'.repeat(201)).left, -1);
  assert.equal(readLine('龍'.repeat(201)).status, 'long');
});
