/**
 * Answers to the questions a player asks with a key: what can this piece do, what stands along a
 * line, what was the last move. It describes what stands there and what the view's lists contain;
 * it never judges.
 */

import { DIRECTIONS, NAMES, line } from './geometry.js';
import { contentText, listText, squareText } from './labels.js';
import { EMPTY, HIDDEN, letterOn, targetsFrom } from './position.js';

/** @typedef {import('./labels.js').Translate} Translate */
/** @typedef {import('./geometry.js').Direction} Direction */
/** @typedef {import('./geometry.js').Layout} Layout */
/** @typedef {import('./selection.js').View} View */

/** The moves and captures (or only the captures) of one square. @param {Translate} t @param {View} view @param {string} square @param {boolean} capturesOnly */
export function movesText(t, view, square, capturesOnly) {
  const here = squareText(t, view.board, square);
  const targets = targetsFrom(view.legal, square);
  const captures = targets.filter((to) => letterOn(view.board, to) !== EMPTY);
  const moves = targets.filter((to) => letterOn(view.board, to) === EMPTY);
  const parts = [
    !capturesOnly && view.legal.includes(square) && t('board.say.canFlip'),
    !capturesOnly && moves.length > 0 && t('board.say.moves', { squares: listText(t, moves) }),
    captures.length > 0 && t('board.say.captures', { squares: listText(t, named(t, view, captures)) }),
    !capturesOnly && barredPart(t, view, square),
  ].filter((part) => typeof part === 'string');
  const none = capturesOnly ? 'board.say.noCaptures' : 'board.say.noMoves';
  return parts.length > 0
    ? t('board.say.about', { square: here, text: parts.join(t('board.sentence.separator')) })
    : t(none, { square: here });
}

/** @param {Translate} t @param {View} view @param {string} square */
function barredPart(t, view, square) {
  const barred = targetsFrom(view.barred, square);
  return barred.length > 0 && t('board.say.barred', { squares: listText(t, barred) });
}

/** @param {Translate} t @param {View} view @param {readonly string[]} squares */
function named(t, view, squares) {
  return squares.map((square) => itemText(t, view.board, square));
}

/** "b3 Black Chariot". @param {Translate} t @param {string} board @param {string} square */
function itemText(t, board, square) {
  return t('board.label.item', { square, content: contentText(t, letterOn(board, square)) });
}

/**
 * What stands along one line: at most the first two occupied squares, nearest first.
 * @param {string} board @param {string} square @param {Direction} direction @param {Layout} layout
 */
export function ray(board, square, direction, layout) {
  const names = line(NAMES.indexOf(square), direction, layout).map((i) => /** @type {string} */ (NAMES[i]));
  const occupied = names.filter((name) => letterOn(board, name) !== EMPTY);
  return { end: names.at(-1) ?? null, first: occupied[0] ?? null, second: occupied[1] ?? null };
}

/** The sentence for one line of sight. @param {Translate} t @param {View} view @param {string} square @param {Direction} direction @param {Layout} layout */
export function rayText(t, view, square, direction, layout) {
  const { end, first, second } = ray(view.board, square, direction, layout);
  const where = t(`board.direction.${direction}`);
  if (end === null) return t('board.ray.edge', { direction: where });
  if (first === null) return t('board.ray.open', { direction: where, square: end });
  const one = itemText(t, view.board, first);
  if (view.legal.includes(square + first)) return t('board.ray.take', { direction: where, target: one });
  if (second === null) return t('board.ray.one', { direction: where, first: one });
  const two = itemText(t, view.board, second);
  const key = view.legal.includes(square + second) ? 'board.ray.jump' : 'board.ray.two';
  return t(key, { direction: where, first: one, second: two });
}

/** The direction after (or before) another one, clockwise. @param {Direction|null} direction @param {boolean} backwards @returns {Direction} */
export function nextDirection(direction, backwards) {
  if (direction === null) return backwards ? 'left' : 'up';
  const at = DIRECTIONS.indexOf(direction) + (backwards ? -1 : 1);
  return /** @type {Direction} */ (DIRECTIONS.at(at % DIRECTIONS.length));
}

/** The last move as far as the board shows it. @param {Translate} t @param {string} board @param {readonly string[]|null} squares */
export function lastText(t, board, squares) {
  if (squares === null || squares.length === 0) return t('board.say.noLast');
  const to = squares.find((name) => letterOn(board, name) !== EMPTY) ?? squares[0];
  const content = contentText(t, letterOn(board, String(to)));
  const from = squares.find((name) => name !== to);
  return from === undefined
    ? t('board.say.lastFlip', { square: String(to), content })
    : t('board.say.lastMove', { from, to: String(to), content });
}

/** The next square, in a given order, whose letter is of a kind (`?` finds face-down ones). @param {string} board @param {readonly number[]} order @param {string} square @param {string} kind @param {boolean} backwards */
export function nextOfKind(board, order, square, kind, backwards) {
  const names = order.map((i) => /** @type {string} */ (NAMES[i]));
  if (backwards) names.reverse();
  const at = names.indexOf(square);
  const ahead = names.slice(at + 1).find((name) => isKind(letterOn(board, name), kind));
  if (ahead !== undefined) return { square: ahead, wrapped: false };
  const round = names.slice(0, at + 1).find((name) => isKind(letterOn(board, name), kind));
  return round === undefined ? null : { square: round, wrapped: true };
}

/** @param {string} letter @param {string} kind */
function isKind(letter, kind) {
  return kind === HIDDEN ? letter === HIDDEN : letter.toUpperCase() === kind;
}
