/**
 * A game that is over, walked through: which ply is shown, what was public then, what lay hidden.
 * Judges nothing: boards and positions are the server's.
 */

import { at, parsePly, squaresOf } from './notation.js';
import { resultSentences } from './result.js';
import { plySentence } from './says.js';

/**
 * @typedef {import('../wire.d.ts').Seat} Seat
 * @typedef {import('../wire.d.ts').ReadRecord} ReadRecord
 * @typedef {import('../state.d.ts').RoomState} RoomState
 * @typedef {import('../state.d.ts').Sentence} Sentence
 * @typedef {{read: ReadRecord, ply: number, isPlaying: boolean, isRevealed: boolean, seconds: number}} Replay
 * @typedef {{type: 'go', ply: number} | {type: 'step', by: number} | {type: 'tick'} | {type: 'play'}
 *   | {type: 'reveal'} | {type: 'speed', seconds: number}} ReplayAction
 */

export const SPEEDS = [1, 2, 4];
const USUAL_SPEED = 2;
const NOBODY = { name: null, computer: null };

/** @param {ReadRecord} read @param {number | null} ply  null: the start @returns {Replay} */
export function newReplay(read, ply) {
  return bounded({ read, ply: 0, isPlaying: false, isRevealed: false, seconds: USUAL_SPEED }, ply ?? 0);
}

/** @param {Replay} s @param {ReplayAction} action @returns {Replay} */
export function reduceReplay(s, action) {
  switch (action.type) {
    case 'go': return { ...bounded(s, action.ply), isPlaying: false };
    case 'step': return { ...bounded(s, s.ply + action.by), isPlaying: false };
    case 'tick': return ticked(s);
    case 'play': return s.isPlaying ? { ...s, isPlaying: false } : { ...s, isPlaying: true, ply: isAtEnd(s) ? 0 : s.ply };
    case 'reveal': return { ...s, isRevealed: hasDeal(s) && !s.isRevealed };
    case 'speed': return { ...s, seconds: action.seconds };
    default: return s;
  }
}

/** @param {Replay} s @param {number} ply @returns {Replay} */
function bounded(s, ply) {
  return { ...s, ply: Math.max(0, Math.min(lengthOf(s), ply)) };
}

/** One ply on while it plays by itself; at the end it rests. @param {Replay} s @returns {Replay} */
function ticked(s) {
  if (!s.isPlaying) return s;
  const next = bounded(s, s.ply + 1);
  return { ...next, isPlaying: !isAtEnd(next) };
}

/** @param {Replay} s */
export function lengthOf(s) {
  return s.read.record.moves.length;
}

/** @param {Replay} s */
export function isAtEnd(s) {
  return s.ply >= lengthOf(s);
}

/** Does the record say what lay face down? @param {Replay} s */
export function hasDeal(s) {
  return typeof s.read.record.deal === 'string';
}

/** The squares that were face down at this ply. @param {string} board */
function hiddenIn(board) {
  return [...'12345678'].flatMap((rank) => [...'abcd'].map((file) => file + rank)).filter((square) => at(board, square) === '?');
}

/** What the board shows. @param {Replay} s @returns {import('../board/options.js').BoardView} */
export function replayView(s) {
  const seen = s.read.boards[s.ply] ?? '';
  const deal = s.read.record.deal ?? '';
  const last = s.read.record.moves[s.ply - 1];
  return {
    board: s.isRevealed ? [...seen].map((letter, i) => (letter === '?' ? deal[i] ?? '?' : letter)).join('') : seen,
    veiled: s.isRevealed ? hiddenIn(seen) : [],
    legal: [], barred: [], canAct: false, pending: null, you: null, live: false,
    last: last ? { squares: squaresOf(last) } : null,
  };
}

/** The position string that was public at this ply. @param {Replay} s */
export function positionOf(s) {
  return s.read.positions[s.ply] ?? '';
}

/** The letters that were face down. @param {Replay} s */
export function unseenOf(s) {
  const pool = positionOf(s).split(' ')[2] ?? '-';
  return pool === '-' ? '' : pool;
}

/** Plies without capture or flip by then. @param {Replay} s */
function quietOf(s) {
  return Number(positionOf(s).split(' ')[3]) || 0;
}

/** What each seat had taken. @param {Replay} s @returns {import('../wire.d.ts').BySeat<string>} */
function capturedOf({ read, ply }) {
  const { colors, moves } = read.record;
  const taken = moves.slice(0, ply).map(parsePly).map((one) => (one.kind === 'capture' ? one.piece : '')).join('');
  const red = taken.replace(/[a-z]/g, '');
  const black = taken.replace(/[A-Z]/g, '');
  return colors?.host === 'red' ? { host: black, guest: red } : { host: red, guest: black };
}

/** Whose move it was. @param {Replay} s @returns {Seat | null} */
function turnAt(s) {
  const { first, colors, result } = s.read.record;
  if (isAtEnd(s) && result) return null;
  const letter = positionOf(s).split(' ')[1];
  if (!colors || letter === '-') return first;
  return (colors.host === 'red') === (letter === 'r') ? 'host' : 'guest';
}

/** The game at this ply as a spectator of its room would have had it. @param {Replay} s @returns {RoomState} */
export function roomAt(s) {
  const { record } = s.read;
  const seats = { host: { ...NOBODY, name: record.names.host }, guest: { ...NOBODY, name: record.names.guest } };
  const game = {
    board: s.read.boards[s.ply] ?? '', turn: turnAt(s), first: record.first, number: record.number, ply: s.ply,
    colors: s.ply > 0 || !/ - /.test(positionOf(s)) ? record.colors : null,
    captured: capturedOf(s), unseen: unseenOf(s), quiet: quietOf(s), chases: s.read.chases[s.ply] ?? [], result: isAtEnd(s) ? record.result : null, clock: null,
  };
  return /** @type {RoomState} */ (/** @type {unknown} */ ({
    you: 'spectator', code: record.room, room: { phase: 'over', seats }, rules: record.rules, game, presence: null,
  }));
}

/** What was done with the ply of this number, counted from 1. @param {Replay} s @param {number} ply @returns {Sentence | null} */
export function sentenceAt(s, ply) {
  const text = s.read.record.moves[ply - 1];
  if (text === undefined) return null;
  const after = roomAt({ ...s, ply });
  return plySentence(after, text, turnAt({ ...s, ply: ply - 1 }));
}

/** What the board shows, in a line: the ply, and at the end how it ended. @param {Replay} s @returns {Sentence} */
export function headline(s) {
  const room = roomAt(s);
  const over = room.game?.result ? resultSentences(room)[0] : null;
  return over ?? sentenceAt(s, s.ply) ?? { key: 'replay.start' };
}

/** The fragment that names a game, and a ply of it where that is neither end. @param {Replay} s */
export function fragmentOf(s) {
  const { room, number } = s.read.record;
  if (!room) return null;
  return `${room}.${number}${s.ply > 0 && !isAtEnd(s) ? `.${s.ply}` : ''}`;
}

/** Name of a file without its ending. @param {Replay} s */
export function fileNameOf(s) {
  const { room, number, date } = s.read.record;
  return ['banqi', room || date || 'record', room ? String(number) : ''].filter(Boolean).join('-');
}
