/** What moves a replay: the slider, the steps, and the way to moves, pieces and the rest. */

import { hasDeal, isAtEnd, lengthOf, sentenceAt } from '../core/replay.js';
import { button, iconButton } from '../ui/button.js';
import { el, enable, labelled, said, setText, show, t } from '../ui/dom.js';
import { icon } from '../ui/icons.js';

/**
 * @typedef {import('../core/replay.js').Replay} Replay
 * @typedef {{state: () => Replay, dispatch: (action: import('../core/replay.js').ReplayAction, isTold?: boolean) => void}} Handle
 */

/** @param {Handle & {open: (tab: import('./panel.js').Tab) => void}} replay */
export function createControls({ state, dispatch, open }) {
  const slider = sliderRow(dispatch);
  const step = (/** @type {string} */ key, /** @type {string} */ sign, /** @type {() => void} */ act) => stepButton(key, icon(sign), act);
  const first = step('replay.first', 'first', () => dispatch({ type: 'go', ply: 0 }));
  const back = step('act.back', 'back', () => dispatch({ type: 'step', by: -1 }));
  const play = step('replay.play', 'play', () => dispatch({ type: 'play' }));
  const on = step('act.on', 'on', () => dispatch({ type: 'step', by: 1 }));
  const last = step('replay.last', 'last', () => dispatch({ type: 'go', ply: lengthOf(state()) }));
  const reveal = button('replay.reveal', () => dispatch({ type: 'reveal' }), { name: 'reveal' });
  const opener = (/** @type {import('./panel.js').Tab} */ tab) => button(`replay.tab.${tab}`, () => open(tab), { name: `open-${tab}` });
  const tabs = /** @type {const} */ (['moves', 'pieces', 'review', 'game']).map(opener);
  for (const tab of tabs) tab.classList.add('narrow-only');
  const faces = { play: icon('play'), pause: icon('pause') };
  return {
    element: el('div', { class: 'controls', role: 'group', label: 'replay.controls' },
      slider.element, el('div', { class: 'controls-row' }, first, back, play, on, last),
      el('div', { class: 'controls-row' }, ...tabs, reveal)),
    update() {
      const s = state();
      slider.update(s);
      enable(first, s.ply > 0);
      enable(back, s.ply > 0);
      enable(on, !isAtEnd(s));
      enable(last, !isAtEnd(s));
      enable(play, lengthOf(s) > 0);
      labelled(play, s.isPlaying ? 'replay.pause' : 'replay.play');
      play.title = play.getAttribute('aria-label') ?? '';
      const face = s.isPlaying ? faces.pause : faces.play;
      if (play.firstChild !== face) play.replaceChildren(face);
      show(reveal, hasDeal(s));
      reveal.setAttribute('aria-pressed', String(s.isRevealed));
    },
  };
}

/** @param {string} key @param {SVGElement} picture @param {() => void} act */
function stepButton(key, picture, act) {
  const node = iconButton(key, picture, act, key.replace('.', '-'));
  node.classList.remove('btn-icon');
  return node;
}

/** @param {Handle['dispatch']} dispatch */
function sliderRow(dispatch) {
  const input = el('input', { class: 'slider', type: 'range', name: 'ply', label: 'replay.slider', attrs: { min: '0', step: '1' } });
  input.addEventListener('input', () => dispatch({ type: 'go', ply: Number(input.value) }, false));
  const count = el('span', { class: 'slider-n', aria: { hidden: 'true' } });
  return {
    element: el('div', { class: 'slider-row' }, input, count),
    /** @param {Replay} s */
    update(s) {
      const length = lengthOf(s);
      input.max = String(length);
      input.value = String(s.ply);
      input.style.setProperty('--done', length ? `${(100 * s.ply) / length}%` : '0%');
      const move = said(sentenceAt(s, s.ply) ?? { key: 'replay.start' });
      input.setAttribute('aria-valuetext', t('replay.value', { n: s.ply, total: length, move }));
      setText(count, `${s.ply} / ${length}`);
    },
  };
}
