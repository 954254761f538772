/**
 * Positions for drills, drawn anew each time. Pure: chance comes in, and what is right in a position
 * is not told here but by the server.
 */

import { DIRECTIONS, NAMES, line, squareIndex } from '../board/geometry.js';
import { EMPTY, HIDDEN, colourOf, kindOf } from '../board/position.js';

/**
 * @typedef {() => number} Chance  a number from 0 to 1, without 1
 * @typedef {{board: string, pool: string, gone: string, turn: 'r' | 'b'}} Scene
 *   `pool`: the letters face down; `gone`: the letters that were captured
 * @typedef {import('../learn/lessons.js').Stage} Stage
 */

export const SET = 'GAAEERRHHCCSSSSSgaaeerrhhccsssss';
const TRIES = 200;

/** What can forbid a step from one piece to another, in the order in which it is offered. */
export const REASONS = [
  'not_your_piece', 'own_piece', 'face_down_target', 'not_adjacent', 'too_far', 'cannon_adjacent',
  'cannon_needs_one_screen', 'lower_rank', 'general_vs_soldier',
];
const OTHERS = 3;

/** @type {import('../board/geometry.js').Layout} */
const LAYOUT = { orientation: 'tall', rotated: false };

/** @template T @param {readonly T[]} items @param {Chance} chance @returns {T[]} */
export function shuffled(items, chance) {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(chance() * (last + 1));
    [order[last], order[other]] = [/** @type {T} */ (order[other]), /** @type {T} */ (order[last])];
  }
  return order;
}

/** Letters in the order of a set. @param {readonly string[]} letters */
function inOrder(letters) {
  return [...letters].sort((a, b) => SET.indexOf(a) - SET.indexOf(b)).join('');
}

/** So many pieces face up and face down; the others were captured. @param {number} up @param {number} down @param {Chance} chance @returns {Scene} */
export function scene(up, down, chance) {
  const pieces = shuffled([...SET], chance);
  const places = shuffled(NAMES.map((_, i) => i), chance);
  const board = NAMES.map(() => EMPTY);
  places.slice(0, up).forEach((place, i) => { board[place] = pieces[i] ?? EMPTY; });
  for (const place of places.slice(up, up + down)) board[place] = HIDDEN;
  return {
    board: board.join(''), pool: inOrder(pieces.slice(up, up + down)), gone: inOrder(pieces.slice(up + down)),
    turn: chance() < 0.5 ? 'r' : 'b',
  };
}

/** A scene as it is written. @param {{board: string, pool: string, turn: string}} scene */
export function positionOf({ board, pool, turn }) {
  const ranks = Array.from({ length: 8 }, (_, i) => board.slice(4 * (7 - i), 4 * (8 - i)));
  return `${ranks.map((rank) => rank.replace(/\.+/g, (run) => String(run.length))).join('/')} ${turn} ${pool || '-'} 0`;
}

/** The letters of a set that are not among these. @param {string} used */
export function missingFrom(used) {
  const left = [...SET];
  for (const letter of used) {
    const place = left.indexOf(letter);
    if (place >= 0) left.splice(place, 1);
  }
  return left;
}

/** Squares with a piece of the side to move, those of one kind if one is named. @param {Scene} scene @param {string} [kind] */
function own({ board, turn }, kind) {
  const colour = turn === 'r' ? 'red' : 'black';
  return NAMES.filter((name) => {
    const letter = board.charAt(squareIndex(name));
    return colourOf(letter) === colour && (!kind || kindOf(letter) === kind);
  });
}

/** What stands along the four lines from a square, nearest first. @param {string} board @param {string} from */
function seenFrom(board, from) {
  return DIRECTIONS.map((way) => line(squareIndex(from), way, LAYOUT).filter((i) => board.charAt(i) !== EMPTY).map((i) => /** @type {string} */ (NAMES[i])));
}

/** Lines on which something of the other side stands second: only to draw a task with something to find. @param {Scene} scene @param {string} from */
function preyOf({ board, turn }, from) {
  const other = turn === 'r' ? 'black' : 'red';
  return seenFrom(board, from).filter(([, second]) => second && colourOf(board.charAt(squareIndex(second))) === other).length;
}

/** The first good one of many tries, else the last. @template T @param {() => T} make @param {(made: T) => boolean} isGood @returns {T} */
function until(make, isGood) {
  let made = make();
  for (let i = 0; i < TRIES && !isGood(made); i += 1) made = make();
  return made;
}

/** "Which squares may this cannon capture?" @param {Chance} chance @returns {Stage} */
export function aim(chance) {
  const wanted = chance() < 0.1 ? 0 : 1 + Math.floor(chance() * 2);
  const aims = (/** @type {Scene} */ s) => own(s, 'C').filter((from) => preyOf(s, from) >= wanted);
  const found = until(() => scene(15, 7, chance), (s) => aims(s).length > 0);
  const from = shuffled(aims(found), chance)[0] ?? own(found)[0] ?? 'a1';
  return { kind: 'squares', position: positionOf(found), from, of: seenFrom(found.board, from).flat(), task: { key: 'learn.aim.task', params: { square: from } } };
}

/** "Allowed or not, and why?" @param {Chance} chance @returns {Stage} */
export function judging(chance) {
  const found = until(() => scene(16, 6, chance), (s) => own(s).length > 2);
  const tries = own(found).flatMap((from) => seenFrom(found.board, from).flat().map((to) => from + to));
  const near = tries.filter((action) => Math.abs(squareIndex(action.slice(0, 2)) - squareIndex(action.slice(2))) in { 1: 0, 4: 0 });
  const cannons = tries.filter((action) => own(found, 'C').includes(action.slice(0, 2)));
  const kinds = [near, near, cannons, tries].filter((each) => each.length > 0);
  const action = shuffled(shuffled(kinds, chance)[0] ?? [], chance)[0] ?? 'a1a2';
  return { kind: 'reason', position: positionOf(found), action, others: shuffled(REASONS, chance), task: { key: 'learn.judging.task', params: { from: action.slice(0, 2), to: action.slice(2) } } };
}

/** The true reason, if there is one, and three others. @param {string | null} rule @param {readonly string[]} others */
export function reasonsAround(rule, others) {
  const few = others.filter((reason) => reason !== rule).slice(0, OTHERS);
  return (rule === null ? few : [...few, rule]).sort((a, b) => REASONS.indexOf(a) - REASONS.indexOf(b));
}

/** "What can still be hidden?" @param {Chance} chance @returns {Stage} */
export function hidden(chance) {
  const found = scene(12, 8, chance);
  const kinds = shuffled([...new Set(SET)], chance);
  const likely = kinds.sort((a, b) => Number(found.pool.includes(b)) - Number(found.pool.includes(a)));
  const of = [...shuffled(likely.slice(0, 4), chance).slice(0, 2), ...likely.slice(-1)];
  return { kind: 'numbers', position: positionOf(found), of, gone: found.gone, task: { key: 'learn.hidden.task' } };
}

/** How likely a flip brings this up. @param {Chance} chance @returns {Stage} */
export function chances(chance) {
  const found = scene(10, 4 + Math.floor(chance() * 5), chance);
  const of = shuffled(['red', 'black', ...new Set(found.pool)], chance)[0] ?? 'red';
  return { kind: 'odds', position: positionOf(found), of, task: { key: 'learn.chances.task', params: { what: { t: nameOf(of) } } } };
}

/** A colour or a piece, as a key. @param {string} of */
export function nameOf(of) {
  return of.length > 1 ? `side.${of}` : `piece.${colourOf(of)}.${kindOf(of)}`;
}

/** How many of these letters are of a colour, or are this piece. @param {string} letters @param {string} of */
export function fitting(letters, of) {
  return [...letters].filter((letter) => letter === of || colourOf(letter) === of).length;
}

/** @typedef {'aim' | 'judging' | 'hidden' | 'chances'} DrillName */

export const TASKS = 5;
/** @type {Record<DrillName, {piece: string, draw: (chance: Chance) => Stage}>} */
export const DRILLS = {
  aim: { piece: 'C', draw: aim }, judging: { piece: 'g', draw: judging },
  hidden: { piece: '?', draw: hidden }, chances: { piece: 's', draw: chances },
};

/** @param {string | null} name @returns {name is DrillName} */
export function isDrill(name) {
  return name !== null && Object.hasOwn(DRILLS, name);
}

/** Five tasks of a kind. @param {DrillName} name @param {Chance} chance @returns {import('../learn/lessons.js').Lesson} */
export function drill(name, chance) {
  const { piece, draw } = DRILLS[name];
  return { name, piece, isDrill: true, stages: Array.from({ length: TASKS }, () => draw(chance)) };
}
