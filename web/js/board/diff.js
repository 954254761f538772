/**
 * What has happened between two boards, for the eye: which piece slid, turned over, vanished or
 * appeared. It guesses from the letters alone; a wrong guess is a wrong animation and no more.
 */

import { NAMES } from './geometry.js';
import { EMPTY, HIDDEN } from './position.js';

/**
 * @typedef {object} Change
 * @property {{from: string, to: string}|null} slide the piece that moved
 * @property {string[]} flips squares whose piece was turned over (either way)
 * @property {{square: string, letter: string}[]} gone pieces that left the board
 * @property {string[]} appeared pieces that came from nowhere
 */

/** How many squares one ply can change; beyond that the boards are strangers to each other. */
const ONE_PLY = 2;

/**
 * The difference of two boards, or null when they are equal or too far apart to be one ply.
 * @param {string} before @param {string} after @returns {Change|null}
 */
export function difference(before, after) {
  const changed = NAMES.map((_, i) => i).filter((i) => before.charAt(i) !== after.charAt(i));
  if (changed.length === 0 || changed.length > ONE_PLY) return null;
  const slide = slideOf(before, after, changed);
  const rest = changed.filter((i) => slide === null || (i !== slide.from && i !== slide.to));
  return {
    slide: slide && { from: nameOf(slide.from), to: nameOf(slide.to) },
    flips: rest.filter((i) => isFlip(before.charAt(i), after.charAt(i))).map(nameOf),
    gone: goneFrom(before, after, rest, slide),
    appeared: rest.filter((i) => before.charAt(i) === EMPTY).map(nameOf),
  };
}

/** @param {number} index */
function nameOf(index) {
  return /** @type {string} */ (NAMES[index]);
}

/** @param {string} a @param {string} b */
function isFlip(a, b) {
  return (a === HIDDEN && b !== EMPTY) || (b === HIDDEN && a !== EMPTY);
}

/** The piece that stands elsewhere now; a capture or its undoing has one empty end. @param {string} before @param {string} after @param {readonly number[]} changed */
function slideOf(before, after, changed) {
  const [a, b] = changed;
  if (a === undefined || b === undefined) return null;
  for (const [from, to] of /** @type {[number, number][]} */ ([[a, b], [b, a]])) {
    const letter = before.charAt(from);
    const carried = letter === after.charAt(to) && letter !== HIDDEN && letter !== EMPTY;
    if (carried && (after.charAt(from) === EMPTY || before.charAt(to) === EMPTY)) return { from, to };
  }
  return null;
}

/**
 * @param {string} before @param {string} after @param {readonly number[]} rest
 * @param {{from: number, to: number}|null} slide
 */
function goneFrom(before, after, rest, slide) {
  const emptied = rest.filter((i) => after.charAt(i) === EMPTY);
  const taken = slide !== null && before.charAt(slide.to) !== EMPTY ? [slide.to] : [];
  return [...taken, ...emptied].map((i) => ({ square: nameOf(i), letter: before.charAt(i) }));
}
