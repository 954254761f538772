/** One lesson: its task, a board, an answer, and what was right or wrong about it. */

import { drill, isDrill } from '../core/drills.js';
import { newWalk, reduceWalk, scoreOf, stageAt, withLesson } from '../core/learn.js';
import { skillOf } from '../core/skill.js';
import { worded } from '../language.js';
import { keepProgress, keptProgress } from '../net/progress.js';
import { button } from '../ui/button.js';
import { el, said, setData, show, tell } from '../ui/dom.js';
import { later } from '../ui/later.js';
import { speak } from '../ui/live.js';
import { LESSONS } from './lessons.js';
import { createStage } from './stage.js';

/**
 * @typedef {import('../page.js').Page} Page
 * @typedef {import('./lessons.js').Lesson} Lesson
 * @typedef {import('../core/learn.js').LearnAction} LearnAction
 */

/** @param {Page} page @param {Lesson} given @returns {import('../screens.js').Screen} */
export function lessonView(page, given) {
  let lesson = given;
  const total = lesson.stages.length;
  let walk = newWalk(total);
  /** @type {ReturnType<typeof createStage> | null} */
  let stage = null;
  const heading = el('h1', { t: `learn.${lesson.name}.name`, attrs: { tabindex: '-1' } });
  const dots = el('ol', { class: 'dots', aria: { hidden: 'true' } });
  const place = el('p', { class: 'hint' });
  const task = el('p', { class: 'task', attrs: { tabindex: '-1' } });
  const answer = answerBox(lesson, dispatch, goOn, () => page.go({ name: 'learn', lesson: null }),
    later(() => worded(import('../game/skill.js')), ({ skillSheet }) => skillSheet(page, skillOf(lesson.name))));
  const box = el('div', { class: 'lesson-stage' });
  const element = el('div', { class: 'lesson', data: { lesson: lesson.name } },
    el('div', { class: 'lesson-head' },
      button('learn.all', () => page.go({ name: 'learn', lesson: null }), { kind: 'quiet', name: 'all-lessons' }), heading, dots, place),
    task, box, answer.element);

  /** The next lesson, or more tasks of a drill. */
  function goOn() {
    if (!isDrill(lesson.name)) return page.go(follows(lesson));
    lesson = drill(lesson.name, Math.random);
    walk = newWalk(total);
    begin();
    render();
    task.focus();
  }

  /** @param {LearnAction} action */
  function dispatch(action) {
    const before = walk;
    walk = reduceWalk(walk, action);
    if (walk.standing === 'complete') keepProgress(withLesson(keptProgress(), lesson.name, scoreOf(walk, total)));
    if (walk.at !== before.at || action.type === 'again') begin();
    render();
    if (walk.standing !== 'trying') answer.focus();
    else task.focus();
  }

  function begin() {
    stage?.destroy();
    const number = stageAt(walk);
    const one = lesson.stages[number];
    if (!one) return;
    // What comes late must not judge the next try: only the first answer to what is shown counts.
    const mine = createStage(page, one, (action) => { if (stage === mine && walk.standing === 'trying') dispatch(action); });
    stage = mine;
    box.replaceChildren(mine.element);
    mine.update(page.state());
  }

  function render() {
    const number = stageAt(walk);
    setData(element, 'standing', walk.standing);
    setData(element, 'stage', String(number + 1));
    tell(task, walk.standing === 'complete' ? null : lesson.stages[number]?.task ?? { key: `learn.${lesson.name}.${number + 1}.task` });
    tell(place, { key: 'learn.place', params: { n: walk.at + 1, total: walk.queue.length } });
    dots.replaceChildren(...walk.queue.map((_, i) => el('li', { data: { state: i < walk.at || walk.standing === 'complete' ? 'done' : i === walk.at ? 'now' : 'open' } })));
    show(box, walk.standing !== 'complete');
    answer.update(walk, lesson, total);
    stage?.freeze(walk.standing !== 'trying');
  }

  begin();
  render();
  return {
    element, heading,
    update: (state) => stage?.update(state),
    relabel: () => stage?.relabel(),
    destroy: () => stage?.destroy(),
  };
}

/** The lesson after this one, or the list. @param {Lesson} lesson @returns {import('../core/route.js').Route} */
function follows(lesson) {
  return { name: 'learn', lesson: LESSONS[LESSONS.indexOf(lesson) + 1]?.name ?? null };
}

/** What is said about an answer, at a place of constant height. @param {Lesson} of @param {(action: LearnAction) => void} dispatch @param {() => void} goOn @param {() => void} leave @param {() => void} pick */
function answerBox({ isDrill: isEndless = false }, dispatch, goOn, leave, pick) {
  const text = el('p', { class: 'answer-text' });
  const again = button('learn.again', () => dispatch({ type: 'again' }), { kind: 'primary', name: 'again' });
  const next = button('learn.next', () => dispatch({ type: 'next' }), { kind: 'primary', name: 'next' });
  const lesson = button(isEndless ? 'learn.more' : 'learn.following', goOn, { kind: 'primary', name: 'next-lesson' });
  const list = button('learn.all', leave, { name: 'lessons' });
  const skill = button('learn.skill', pick, { name: 'pick-skill' });
  const element = el('div', { class: 'answer', data: { state: 'trying' } }, text, el('div', { class: 'row' }, again, next, lesson, list, skill));
  return {
    element,
    /** @param {import('../core/learn.js').Walk} walk @param {Lesson} of @param {number} total */
    update(walk, of, total) {
      const { standing } = walk;
      const sentence = sentenceOf(walk, of, total);
      setData(element, 'state', standing);
      tell(text, sentence);
      show(again, standing === 'wrong');
      show(next, standing === 'right');
      show(lesson, standing === 'complete' && (isEndless || LESSONS.slice(0, -1).includes(of)));
      show(list, standing === 'complete');
      show(skill, standing === 'complete');
      if (sentence) speak('say', said(sentence));
    },
    focus: () => [again, next, lesson, list].find((node) => !node.hidden)?.focus(),
  };
}

/** @param {import('../core/learn.js').Walk} walk @param {Lesson} lesson @param {number} total @returns {import('../state.d.ts').Sentence | null} */
function sentenceOf(walk, { name, isDrill: isEndless }, total) {
  if (walk.standing === 'wrong') return walk.why;
  if (walk.standing === 'right' && isEndless) return walk.why;
  if (walk.standing === 'right') return { key: `learn.${name}.${stageAt(walk) + 1}.right` };
  if (walk.standing === 'complete') return { key: isEndless ? 'learn.complete.drill' : 'learn.complete', params: { n: scoreOf(walk, total), total } };
  return null;
}
