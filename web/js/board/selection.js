/**
 * What a touch of a square means: the state machine behind taps, drags and the Enter key.
 *
 * A selection is a value; `choose`, `cancel` and `keep` return the next one together with the one
 * thing to do about it. What may be done is only ever looked up in the view's lists.
 */

import { HIDDEN, colourOf, letterOn, targetsFrom } from './position.js';

/**
 * @typedef {object} View
 * @property {string} board 32 letters a1…d8: `?` face down, `.` empty, GAERHCS red, gaerhcs black
 * @property {readonly string[]} legal
 * @property {readonly string[]} barred
 * @property {boolean} canAct
 * @property {'red'|'black'|null} you
 * @property {boolean} live
 * @property {string|null} pending
 * @property {boolean} [canPlan]
 * @property {string|null} [planned]
 */
/** @typedef {{selected: string|null, armed: string|null}} Selection */
/** @typedef {{confirmFlip: boolean, odds: boolean, premove?: boolean}} Wishes */
/**
 * @typedef {{type: 'none'} | {type: 'act', action: string} | {type: 'stuck', square: string}
 *   | {type: 'refused', from: string, to: string, barred: boolean} | {type: 'armed', square: string}
 *   | {type: 'asked', square: string} | {type: 'plan', action: string|null}} Effect
 */
/** @typedef {{selection: Selection, effect: Effect}} Step */

/** @type {Readonly<Selection>} */
export const NOTHING = Object.freeze({ selected: null, armed: null });

/** @type {Effect} */
const QUIET = { type: 'none' };

/** @param {string|null} selected @param {Effect} [effect] @returns {Step} */
function selecting(selected, effect = QUIET) {
  return { selection: { selected, armed: null }, effect };
}

/** True for a face-up piece of the viewer's colour. @param {View} view @param {string} square */
export function isOwn(view, square) {
  return view.you !== null && colourOf(letterOn(view.board, square)) === view.you;
}

/**
 * The viewer chose a square, by whatever means.
 * @param {Selection} selection @param {View} view @param {string} square @param {Wishes} prefs
 * @returns {Step}
 */
export function choose(selection, view, square, prefs) {
  if (!view.live || view.pending !== null) return { selection, effect: QUIET };
  if (view.planned) return drop(view, square);
  if (selection.selected !== null) return chooseTarget(selection.selected, view, square, prefs);
  if (isOwn(view, square)) return pick(view, square);
  if (letterOn(view.board, square) === HIDDEN) return turnOver(selection, view, square, prefs);
  return selecting(null);
}

/** A plan ends with the next touch, which plans nothing by itself. @param {View} view @param {string} square @returns {Step} */
function drop(view, square) {
  const isNew = isOwn(view, square) && !view.planned?.startsWith(square);
  return selecting(isNew ? square : null, { type: 'plan', action: null });
}

/** Can an action be planned now? @param {View} view @param {Wishes} prefs */
function plans(view, prefs) {
  return prefs.premove === true && view.canPlan === true;
}

/** @param {string} from @param {View} view @param {string} square @param {Wishes} prefs @returns {Step} */
function chooseTarget(from, view, square, prefs) {
  if (square === from) return selecting(null);
  if (view.canAct && view.legal.includes(from + square))
    return selecting(null, { type: 'act', action: from + square });
  if (isOwn(view, square)) return pick(view, square);
  if (plans(view, prefs)) return selecting(null, { type: 'plan', action: from + square });
  if (!view.canAct) return selecting(null);
  const barred = view.barred.includes(from + square);
  return selecting(null, { type: 'refused', from, to: square, barred });
}

/** @param {View} view @param {string} square @returns {Step} */
function pick(view, square) {
  const free = targetsFrom(view.legal, square).length > 0;
  return selecting(square, free || !view.canAct ? QUIET : { type: 'stuck', square });
}

/** @param {Selection} selection @param {View} view @param {string} square @param {Wishes} prefs @returns {Step} */
function turnOver(selection, view, square, prefs) {
  const isPlanned = plans(view, prefs);
  const isAllowed = isPlanned || (view.canAct && view.legal.includes(square));
  if (!isAllowed) return selecting(null, prefs.odds ? { type: 'asked', square } : QUIET);
  if (!(prefs.confirmFlip || prefs.odds) || selection.armed === square)
    return selecting(null, { type: isPlanned ? 'plan' : 'act', action: square });
  return { selection: { selected: null, armed: square }, effect: { type: 'armed', square } };
}

/**
 * What is left of a selection when the view has changed: a piece that still stands there with a
 * board otherwise unchanged stays selected, everything else is dropped.
 * @param {Selection} selection @param {View} before @param {View} after @returns {Selection}
 */
export function keep(selection, before, after) {
  const square = selection.selected ?? selection.armed;
  if (square === null) return selection;
  const same = before.board === after.board && before.you === after.you;
  return same && after.live && after.pending === null ? selection : NOTHING;
}
