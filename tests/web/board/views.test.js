import assert from 'node:assert/strict';
import { test } from 'node:test';

import { NAMES } from '../../../web/js/board/geometry.js';
import { DEFAULT_PREFS } from '../../../web/js/board/options.js';
import { destinations } from '../../../web/js/board/position.js';
import { NOTHING } from '../../../web/js/board/selection.js';
import { screensOf, squareViews } from '../../../web/js/board/views.js';
import { boardWith, viewOf } from './boards.js';

const VIEW = viewOf({
  board: boardWith({ b5: 'C', c5: '?', d5: 'h', a1: 'S', d8: 'g' }),
  legal: ['b5b6', 'b5d5', 'c5'],
  barred: ['b5a5'],
  last: { squares: ['a2', 'a1'] },
});
const PICKED = { selected: 'b5', armed: null };

/** @param {import('../../../web/js/board/selection.js').Selection} selection @param {Partial<import('../../../web/js/board/options.js').BoardPrefs>} [prefs] @param {string|null} [sent] */
function squares(selection, prefs = {}, sent = null) {
  const views = squareViews(VIEW, selection, { ...DEFAULT_PREFS, ...prefs }, sent);
  return Object.fromEntries(NAMES.map((name, i) => [name, views[i]]));
}

test('destinations are the lists of the view, told apart by what stands there', () => {
  assert.deepEqual([...destinations(VIEW, 'b5')].sort(), [['a5', 'forbidden'], ['b6', 'move'], ['d5', 'capture']]);
  assert.equal(destinations(VIEW, null).size, 0);
});

test('the screens of a selected cannon are marked, of another piece none', () => {
  assert.deepEqual([...screensOf(VIEW, 'b5')], ['c5']);
  assert.equal(screensOf(VIEW, 'a1').size, 0);
});

test('marks follow the selection and can be hidden', () => {
  const shown = squares(PICKED);
  assert.equal(shown['b6']?.destination, 'move');
  assert.equal(shown['c5']?.screen, true);
  const hidden = squares(PICKED, { showDestinations: false, showLast: false });
  assert.equal(hidden['b6']?.destination, null);
  assert.equal(hidden['c5']?.screen, false);
  assert.equal(hidden['a1']?.last, false);
});

test('exactly the squares of the last action carry its mark', () => {
  const marked = Object.entries(squares(NOTHING)).filter(([, view]) => view?.last);
  assert.deepEqual(marked.map(([name]) => name), ['a1', 'a2']);
});

test('a piece without moves is marked as stuck once it is selected', () => {
  assert.equal(squares({ selected: 'a1', armed: null })['a1']?.stuck, true);
  assert.equal(squares(PICKED)['b5']?.stuck, false);
});

test('the source of an action in flight is pending', () => {
  assert.equal(squares(NOTHING, {}, 'b5b6')['b5']?.pending, true);
  assert.equal(squares(NOTHING, {}, 'c5')['c5']?.pending, true);
});

test('ranks count from the weakest of the ladder in force', () => {
  const standard = squares(NOTHING, { ranks: true });
  assert.deepEqual([standard['d8']?.rank, standard['a1']?.rank, standard['c5']?.rank], ['7', '1', '']);
  assert.equal(squares(NOTHING, { ranks: true, ladder: 'GRHCAES' })['b5']?.rank, '4');
});
