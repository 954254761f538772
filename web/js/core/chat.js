/** What the players say to each other: which lines are shown, which are new to the reader. */

import { actorOf, isLocal, isSpectator, mySeat, mySeats, nameOf } from './facts.js';
import { cleanName, visibleLength } from './names.js';

/**
 * @typedef {import('../state.d.ts').RoomState} RoomState
 * @typedef {import('../state.d.ts').ChatLine} ChatLine
 * @typedef {import('../state.d.ts').Sentence} Sentence
 */

/** The phrases everybody can read in the own language, in the order they are offered. */
export const PHRASES = [
  'hello', 'good_luck', 'nice_move', 'one_moment', 'sorry', 'thanks', 'well_played', 'good_game', 'one_more', 'goodbye',
];

/** Letters of a line, as a reader counts them. */
export const LINE_LENGTH = 200;

/** Lines kept in a tab. */
const KEPT = 200;

/**
 * A number that another line has means that the room went back in time: that line and those after it were never said.
 * @param {RoomState} s  the state before @param {import('../wire.d.ts').Said} m @returns {RoomState['chat']}
 */
export function withLine({ chat }, m) {
  const known = chat.lines.find(({ n }) => n === m.n);
  if (known && known.by === m.by && known.at === m.at) return chat;
  const isOld = m.old === true && !chat.returned;
  const line = { n: m.n, by: m.by, at: m.at, text: m.text ?? null, phrase: m.phrase ?? null, old: isOld };
  const before = known ? chat.lines.filter(({ n }) => n < m.n) : chat.lines;
  const lines = [...before, line].sort((a, b) => a.n - b.n).slice(-KEPT);
  const read = known ? Math.min(chat.read, m.n - 1) : chat.read;
  return { ...chat, lines, read: isOld ? Math.max(read, m.n) : read };
}

/** Is there anybody to talk with? @param {RoomState} s */
export function hasChat(s) {
  return !isLocal(s);
}

/** Spectators read only. @param {RoomState} s */
export function canSay(s) {
  return mySeat(s) !== null;
}

/** Whose lines a muted room hides: everybody's but the own. @param {RoomState} s @param {ChatLine} line */
function isHeard(s, line) {
  return !s.chat.muted || mySeats(s).includes(line.by);
}

/** @param {RoomState} s @returns {ChatLine[]} */
export function shownLines(s) {
  return s.chat.lines.filter((line) => isHeard(s, line));
}

/** Lines of others that were not yet on the screen. @param {RoomState} s */
export function unreadCount(s) {
  return shownLines(s).filter((line) => line.n > s.chat.read && !mySeats(s).includes(line.by)).length;
}

/** What a line says. @param {ChatLine} line @returns {import('./i18n.js').Param} */
export function lineText({ text, phrase }) {
  if (text !== null) return { name: text };
  return { t: PHRASES.includes(phrase ?? '') ? `phrase.${phrase}` : 'chat.unknown' };
}

/** A new line as it is spoken, or nothing. @param {RoomState} s @param {number} n @returns {Sentence[]} */
export function lineSentences(s, n) {
  const line = shownLines(s).find((one) => one.n === n);
  if (!line || line.old) return [];
  const who = actorOf(s, line.by) === 'you' ? 'you' : 'other';
  return [{ key: 'say.chat', params: { who, name: nameOf(s, line.by), text: lineText(line) } }];
}

/** Only for who wrote nothing yet does a room tell how. @param {RoomState} s @returns {Sentence} */
export function chatHint(s) {
  if (isSpectator(s)) return { key: 'chat.watch' };
  return { key: s.chat.muted ? 'chat.muted' : 'chat.empty' };
}

/**
 * A line as typed: empty, too long by so many letters, or fit to be sent.
 * @param {string} typed
 * @returns {{status: 'empty' | 'long' | 'fit', text: string, left: number}}
 */
export function readLine(typed) {
  const text = cleanName(typed);
  const left = LINE_LENGTH - visibleLength(text);
  return { status: text === '' ? 'empty' : left < 0 ? 'long' : 'fit', text, left };
}
