/** Numbers to be filled in: what still lies face down, and how likely it comes up. */

import { fitting, nameOf } from '../core/drills.js';
import { grouped, pieceKey } from '../core/notation.js';
import { button } from '../ui/button.js';
import { disc, mutedDisc } from '../ui/discs.js';
import { el, enable, isEnabled, show } from '../ui/dom.js';
import { judge } from './asking.js';

/**
 * @typedef {import('../page.js').Page} Page
 * @typedef {import('./lessons.js').Stage} Stage
 * @typedef {import('../core/learn.js').LearnAction} LearnAction
 */

/** @param {Node} name  what is counted @param {string} id */
function numberInput(name, id) {
  const input = el('input', { class: 'input input-number', type: 'number', name: id, attrs: { min: '0', max: '32', step: '1', inputmode: 'numeric', autocomplete: 'off' } });
  return { input, element: el('label', { class: 'number-ask' }, el('span', { class: 'number-name' }, name), input) };
}

/**
 * Fields, and a button that judges them once all are filled in.
 * @param {string} label @param {{input: HTMLInputElement, element: HTMLElement}[]} fields @param {Node | null} above
 * @param {(numbers: number[]) => void} check
 */
function form(label, fields, above, check) {
  const error = el('p', { class: 'error', t: 'learn.fill', role: 'alert', hidden: true });
  const done = button('learn.check', () => {}, { kind: 'primary', name: 'check', submit: true });
  const element = el('form', { class: 'stack', label, attrs: { novalidate: '' } }, above,
    el('div', { class: 'number-row' }, ...fields.map((field) => field.element)), error, done);
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!isEnabled(done)) return;
    const blank = fields.find(({ input }) => input.value === '' || !input.validity.valid);
    for (const { input } of fields) input.setAttribute('aria-invalid', String(input === blank?.input));
    show(error, blank !== undefined);
    if (blank) blank.input.focus();
    else check(fields.map(({ input }) => Number(input.value)));
  });
  return {
    element,
    /** @param {boolean} isFrozen */
    freeze(isFrozen) {
      enable(done, !isFrozen);
      for (const { input } of fields) input.readOnly = isFrozen;
    },
  };
}

/** Pieces with their numbers. @param {string} key @param {string} letters @param {string} set */
function pieceList(key, letters, set) {
  const title = el('p', { t: key, params: { n: letters.length } });
  return el('div', { class: 'piece-list' }, title, letters === '' ? null : el('ul', {}, ...grouped(letters).map(({ piece, count }) => el('li', {}, disc(piece, set), el('span', { t: 'learn.answer.n', params: { n: count } })))));
}

/** @param {Page} page @param {Extract<Stage, {kind: 'numbers'}>} stage @param {(action: LearnAction) => void} dispatch */
export function numberRow(page, { position, of, gone }, dispatch) {
  const set = page.state().prefs.pieces;
  const fields = of.map((letter) => numberInput(
    el('span', { class: 'number-piece' }, mutedDisc(letter, set), el('span', { t: pieceKey(letter) })), `number-${letter}`));
  return form('learn.numbers', fields, gone === undefined ? null : pieceList('learn.gone', gone, set), async (numbers) => {
    const told = await judge(position);
    if (!told) return page.tell('error.part');
    const wrong = of.find((letter, i) => fitting(told.unseen, letter) !== numbers[i]);
    dispatch(wrong ? { type: 'wrong', why: { key: 'learn.recount', params: { piece: { t: pieceKey(wrong) } } } } : { type: 'right', why: { key: 'learn.numbers.right' } });
  });
}

/** @param {Page} page @param {Extract<Stage, {kind: 'odds'}>} stage @param {(action: LearnAction) => void} dispatch */
export function oddsRow(page, { position, of }, dispatch) {
  const set = page.state().prefs.pieces;
  const fields = [
    numberInput(el('span', { t: 'learn.odds.fit', params: { what: { t: nameOf(of) } } }), 'number-fit'),
    numberInput(el('span', { t: 'learn.odds.all' }), 'number-all'),
  ];
  const pool = position.split(' ')[2] ?? '';
  return form('learn.odds', fields, pieceList('learn.pool', pool, set), async ([fit = 0, all = 0]) => {
    const told = await judge(position);
    if (!told) return page.tell('error.part');
    const [n, total] = [fitting(told.unseen, of), told.unseen.length];
    const isRight = all > 0 && fit * total === n * all;
    const params = { n, total, percent: Math.round(100 * n / total) };
    dispatch(isRight ? { type: 'right', why: { key: 'learn.odds.right', params } } : { type: 'wrong', why: { key: 'learn.odds.wrong' } });
  });
}
