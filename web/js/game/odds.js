/** What can lie under a face-down piece: laid over the half of the board where nobody looks. */

import { countKinds, pieceKey } from '../core/notation.js';
import { mutedDisc } from '../ui/discs.js';
import { el, said, setText } from '../ui/dom.js';
import { speak } from '../ui/live.js';

/** @typedef {import('../state.d.ts').RoomState} RoomState */

/**
 * Shows the odds beside a square until something else is touched or happens. Nothing can be hit in it.
 * @param {HTMLElement} box  the board's @param {string} square @param {RoomState} s @param {string} set
 */
export function showOdds(box, square, s, set) {
  const button = box.querySelector(`[data-square="${square}"]`);
  const unseen = s.game?.unseen ?? '';
  if (!button || !unseen) return;
  const whole = box.getBoundingClientRect();
  const here = button.getBoundingClientRect();
  const isUpper = here.top + here.height / 2 < whole.top + whole.height / 2;
  const kinds = /** @type {const} */ (['red', 'black']).map((colour) => countKinds(unseen, colour).filter(({ count }) => count > 0));
  const rows = kinds.map((row) => el('ul', { class: 'odds-row' }, ...row.map((kind) => one(kind, unseen.length, set))));
  const element = el('div', { class: 'odds', data: { half: isUpper ? 'lower' : 'upper' }, label: 'odds.label', role: 'group' }, ...rows);
  document.querySelector('.odds')?.remove();
  box.append(element);
  speak('say', said({ key: 'odds.said', params: { n: unseen.length } }));
  const away = () => element.remove();
  setTimeout(() => document.addEventListener('pointerdown', away, { once: true }));
  document.addEventListener('keydown', away, { once: true });
}

/** @param {{piece: string, count: number}} kind @param {number} all @param {string} set */
function one({ piece, count }, all, set) {
  const percent = el('span', { class: 'odds-n', aria: { hidden: 'true' } });
  setText(percent, `${Math.round((100 * count) / all)}%`);
  return el('li', {}, mutedDisc(piece, set), percent,
    el('span', { class: 'sr', t: 'odds.one', params: { piece: { t: pieceKey(piece) }, n: count, of: all } }));
}
