/** The replay: a field for a record, or the walk through one. Its own state lives as long as it is shown. */

import { readGame } from '../net/records.js';
import { el } from '../ui/dom.js';
import { droppable, openForm } from './open.js';
import { historyList } from '../screens/history.js';
import { tellFlaw } from './flaws.js';
import { createViewer } from './viewer.js';

/** @typedef {import('../page.js').Page} Page */

/** @param {Page} page @returns {import('../screens.js').Screen} */
export function replayScreen(page) {
  const { route } = page.state();
  const game = route.name === 'replay' ? route.game : null;
  const heading = el('h1', { t: 'replay.title', attrs: { tabindex: '-1' } });
  const element = el('div', { class: 'replay' }, heading);
  /** @type {ReturnType<typeof createViewer> | null} */
  let viewer = null;

  /** Focus that was in what goes is on the heading of what comes. @param {() => Node[]} make */
  function place(make) {
    const hadFocus = element.contains(document.activeElement);
    element.replaceChildren(...make());
    if (hadFocus) heading.focus({ preventScroll: true });
  }

  /** @param {import('../wire.d.ts').ReadRecord} read @param {number | null} ply */
  function view(read, ply) {
    viewer?.destroy();
    heading.className = 'sr';
    const shown = createViewer(page, read, ply, () => ask());
    viewer = shown;
    place(() => [heading, shown.element]);
    viewer.update(page.state());
  }

  /** @param {Node | null} [notice] */
  function ask(notice) {
    viewer?.destroy();
    viewer = null;
    heading.className = '';
    const form = openForm(page, view);
    const kept = historyList(page, form.give);
    const mine = kept.count() ? el('section', { class: 'stack' }, el('h2', { t: 'settings.games' }), kept.element) : null;
    place(() => [el('div', { class: 'page-narrow' }, heading, notice ?? null, form.element, mine)]);
    return form;
  }

  /** @param {import('../core/route.js').FinishedGame} wanted */
  async function load(wanted) {
    place(() => [el('div', { class: 'page-narrow' }, heading, el('p', { class: 'hint', t: 'loading.note' }))]);
    const reading = await readGame(wanted.code, wanted.number);
    if (!element.isConnected) return;
    if (reading.ok) return view(reading.read, wanted.ply);
    ask(tellFlaw(el('p', { class: 'notice', role: 'alert' }), reading.flaw, wanted));
    heading.focus({ preventScroll: true });
  }

  droppable(element, (text) => ask().give(text));
  const handed = page.takeRecord();
  if (game) queueMicrotask(() => void load(game));
  else if (handed) queueMicrotask(() => ask().give(handed));
  else ask();
  return {
    element, heading,
    update: (state) => viewer?.update(state),
    relabel: () => viewer?.relabel(),
    destroy: () => viewer?.destroy(),
  };
}
