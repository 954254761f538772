/** The Cannon shown step by step on one line of the board. */

import { CANNON_STEPS, nextStep } from '../core/cannon.js';
import { iconButton } from '../ui/button.js';
import { disc } from '../ui/discs.js';
import { el, said, setText } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { speak } from '../ui/live.js';

const SLIDE_MS = 420;

/** @param {string} set  of pieces */
export function cannonDemo(set) {
  const line = el('div', { class: 'line' });
  const texts = CANNON_STEPS.map((_, i) => el('p', { t: `rules.cannon.step.${i + 1}` }));
  const text = el('div', { class: 'line-texts' }, ...texts);
  const count = el('span', { class: 'line-n', aria: { hidden: 'true' } });
  const back = iconButton('rules.cannon.back', icon('back'), () => go(-1), 'cannon-back');
  const on = iconButton('rules.cannon.on', icon('on'), () => go(1), 'cannon-on');
  for (const node of [back, on]) node.classList.remove('btn-icon');
  const element = el('div', { class: 'line-demo', role: 'group', label: 'rules.cannon' }, line, text, el('div', { class: 'line-steps' }, back, count, on));
  let step = 0;
  show();

  /** @param {number} by */
  function go(by) {
    const from = squareOf(line, 'C');
    step = nextStep(step, by);
    show();
    if (step === 1 && by === 1) slide(from, squareOf(line, 'C'));
    speak('say', said({ key: `rules.cannon.step.${step + 1}` }));
  }

  function show() {
    const { line: letters = '', can = [], cannot = [] } = CANNON_STEPS[step] ?? {};
    element.dataset['step'] = String(step + 1);
    element.dataset['line'] = letters;
    line.replaceChildren(...[...letters].map((letter, i) => square(letter, can.includes(i) ? 'yes' : cannot.includes(i) ? 'no' : '', set)));
    texts.forEach((node, i) => { node.dataset['shown'] = i === step ? 'yes' : 'no'; });
    setText(count, `${step + 1} / ${CANNON_STEPS.length}`);
  }

  return element;
}

/** @param {string} letter @param {string} mark @param {string} set */
function square(letter, mark, set) {
  const data = { letter, ...(mark ? { mark } : {}) };
  const verdict = mark ? el('span', { class: 'sr', t: `rules.cannon.${mark}` }) : null;
  return el('span', { class: 'line-square', data }, letter === '.' ? null : disc(letter, set), verdict);
}

/** @param {HTMLElement} line @param {string} letter */
function squareOf(line, letter) {
  return line.querySelector(`[data-letter="${letter}"]`)?.getBoundingClientRect() ?? null;
}

/** The capture itself: the Cannon comes over its screen. @param {DOMRect | null} from @param {DOMRect | null} to */
function slide(from, to) {
  const piece = document.querySelector('.line [data-letter="C"] .disc');
  if (!from || !to || !piece || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const x = from.left - to.left;
  const frames = [{ transform: `translateX(${x}px)` }, { transform: `translate(${x / 2}px, -36%) scale(1.12)` }, { transform: 'none' }];
  piece.animate(frames, { duration: SLIDE_MS, easing: 'ease-in-out' });
}
