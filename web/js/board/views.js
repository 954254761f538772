/**
 * From a view, a selection and preferences to what each of the 32 squares shows. Pure.
 */

import { NAMES, between } from './geometry.js';
import { EMPTY, HIDDEN, destinations, kindOf, letterOn, squaresOf, targetsFrom } from './position.js';
import { isOwn } from './selection.js';

/** @typedef {import('./options.js').BoardView} BoardView */
/** @typedef {import('./options.js').BoardPrefs} BoardPrefs */
/** @typedef {import('./selection.js').Selection} Selection */
/** @typedef {import('./square.js').SquareView} SquareView */

/** Marks of squares that a selected piece may go to. @type {readonly (string|undefined)[]} */
const ACTING = ['move', 'capture'];

/**
 * The state of every square, a1 to d8. `sent` is the action in flight, if any.
 * @param {BoardView} view @param {Selection} selection @param {BoardPrefs} prefs @param {string|null} sent
 * @returns {SquareView[]}
 */
export function squareViews(view, selection, prefs, sent) {
  const marks = destinations(view, selection.selected);
  const screens = screensOf(view, selection.selected);
  const waiting = sent === null ? null : squaresOf(sent).source;
  const plan = squaresOf(view.planned ?? '');
  const acts = view.canAct || (prefs.premove && view.canPlan === true);
  return NAMES.map((name) => {
    const letter = letterOn(view.board, name);
    const selected = selection.selected === name;
    return {
      letter,
      selected,
      armed: selection.armed === name,
      pending: waiting === name,
      planned: plan.source === name || plan.target === name,
      veiled: view.veiled?.includes(name) ?? false,
      last: prefs.showLast && (view.last?.squares.includes(name) ?? false),
      destination: prefs.showDestinations ? (marks.get(name) ?? null) : null,
      screen: prefs.showDestinations && screens.has(name),
      stuck: selected && view.canAct && targetsFrom(view.legal, name).length === 0,
      usable: isUsable(view, name, letter, prefs.premove) || (acts && ACTING.includes(marks.get(name))),
      inert: !view.live,
      rank: prefs.ranks ? rankOf(letter, prefs.ladder) : '',
    };
  });
}

/** True where a press can do something now. @param {BoardView} view @param {string} name @param {string} letter @param {boolean} plans */
function isUsable(view, name, letter, plans) {
  if (!view.live) return false;
  if (letter !== HIDDEN) return isOwn(view, name);
  return view.canAct ? view.legal.includes(name) : plans && view.canPlan === true;
}

/**
 * The pieces a selected cannon would jump: what stands between it and its captures.
 * @param {BoardView} view @param {string|null} selected @returns {Set<string>}
 */
export function screensOf(view, selected) {
  /** @type {Set<string>} */
  const screens = new Set();
  if (selected === null || kindOf(letterOn(view.board, selected)) !== 'C') return screens;
  for (const target of targetsFrom(view.legal, selected)) {
    if (letterOn(view.board, target) === EMPTY) continue;
    for (const index of between(NAMES.indexOf(selected), NAMES.indexOf(target))) {
      const name = /** @type {string} */ (NAMES[index]);
      if (letterOn(view.board, name) !== EMPTY) screens.add(name);
    }
  }
  return screens;
}

/** The strength of a piece as a figure, 7 for the strongest of seven. @param {string} letter @param {string} ladder */
function rankOf(letter, ladder) {
  const kind = kindOf(letter);
  return kind === '' ? '' : String(ladder.length - ladder.indexOf(kind));
}
