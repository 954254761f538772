/** The lessons: a list with how far one has come, or one lesson. */

import { DRILLS, TASKS, drill, isDrill } from '../core/drills.js';
import { keepProgress, keptProgress } from '../net/progress.js';
import { askingButton } from '../ui/asking.js';
import { button } from '../ui/button.js';
import { mutedDisc } from '../ui/discs.js';
import { el, tell } from '../ui/dom.js';
import { lessonView } from './lesson.js';
import { ENDGAMES, LESSONS, lessonNamed } from './lessons.js';
import { sandboxView } from './sandbox.js';

/** @typedef {import('../page.js').Page} Page */
/** @typedef {import('../state.d.ts').AppState} AppState */

const SANDBOX = 'sandbox';

/** @param {Page} page @returns {import('../screens.js').Screen} */
export function learnScreen(page) {
  const { route } = page.state();
  const name = route.name === 'learn' ? route.lesson : null;
  if (name === SANDBOX) return sandboxView(page);
  const lesson = isDrill(name) ? drill(name, Math.random) : lessonNamed(name);
  return lesson ? lessonView(page, lesson) : listView(page);
}

/** @param {Page} page @returns {import('../screens.js').Screen} */
function listView(page) {
  const heading = el('h1', { t: 'learn.title', attrs: { tabindex: '-1' } });
  const list = el('ol', { class: 'lessons' });
  const drills = el('ul', { class: 'lessons' });
  const practice = el('ul', { class: 'lessons' });
  const reset = askingButton('learn.reset', () => 'learn.reset.sure', () => {
    keepProgress(null);
    fill(page.state());
    heading.focus();
    page.tell('learn.reset.done');
  }, 'learn-reset');
  let shown = '';

  /** @param {AppState} state */
  function fill({ prefs }) {
    const progress = keptProgress();
    list.replaceChildren(...LESSONS.map((lesson, i) => card(page, lesson, `${i + 1}. `, progress[lesson.name] ?? null, prefs.pieces)));
    drills.replaceChildren(...Object.entries(DRILLS).map(([name, { piece }]) => card(page, { name, piece, stages: TASKS }, '', progress[name] ?? null, prefs.pieces)));
    practice.replaceChildren(card(page, ENDGAMES, '', progress[ENDGAMES.name] ?? null, prefs.pieces), card(page, { name: SANDBOX, piece: 'E', stages: 0 }, '', null, prefs.pieces));
    reset.hidden = Object.keys(progress).length === 0;
    shown = prefs.pieces;
  }

  fill(page.state());
  return {
    element: el('div', { class: 'page-narrow lessons-page' }, heading, el('p', { class: 'lead', t: 'learn.lead' }), list,
      el('h2', { t: 'learn.drills' }), drills, el('h2', { t: 'learn.practice' }), practice,
      el('div', { class: 'row' }, reset, button('learn.rules', () => page.go({ name: 'rules' }), { name: 'rules' }))),
    heading,
    update: (state) => { if (state.prefs.pieces !== shown) fill(state); },
  };
}

/**
 * @param {Page} page @param {{name: string, piece: string, stages: number | readonly unknown[]}} of @param {string} n
 * @param {{done: number, best: number} | null} progress @param {string} set
 */
function card(page, { name, piece, stages }, n, progress, set) {
  const total = typeof stages === 'number' ? stages : stages.length;
  const how = el('span', { class: 'lesson-how' });
  tell(how, progress ? { key: 'learn.best', params: { n: Math.min(progress.best, total), total } } : total ? { key: 'learn.stages', params: { n: total } } : null);
  const node = el('button', { class: 'lesson-card', type: 'button', data: { act: `lesson-${name}`, state: progress ? 'done' : 'new' } },
    mutedDisc(piece, set),
    el('span', { class: 'lesson-name' }, el('span', { class: 'lesson-n', text: n }), el('span', { t: `learn.${name}.name` })),
    el('span', { class: 'lesson-about', t: `learn.${name}.about` }), how);
  node.addEventListener('click', () => page.go({ name: 'learn', lesson: name }));
  return el('li', {}, node);
}
