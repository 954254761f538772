/** A position to study: its answer on request, and the game from here against the computer. */

import { button } from '../ui/button.js';
import { el } from '../ui/dom.js';

/**
 * @typedef {import('../page.js').Page} Page
 * @typedef {import('./lessons.js').Stage} Stage
 */

/** @param {Page} page @param {Stage} stage */
export function studyRow(page, { position, study }) {
  if (!study) return null;
  const play = () => page.createRoom({ opponent: 'computer', level: page.state().prefs.level, first: 'host', position })
    .then(({ ok }) => { if (!ok) page.tell('error.part'); });
  return el('div', { class: 'study' },
    el('details', { class: 'question' }, el('summary', { t: 'learn.study.show' }), el('p', { t: study }), el('p', { class: 'hint', t: 'learn.study.note' })),
    button('learn.sandbox.computer', () => void play(), { name: 'study-play' }));
}
