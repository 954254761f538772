/** The sandbox: a position is set up, and played on by both sides or against the computer. */

import { createBoard } from '../board/board.js';
import { squareText } from '../board/labels.js';
import { EMPTY, EMPTY_BOARD, HIDDEN } from '../board/position.js';
import { SET } from '../core/drills.js';
import { pieceKey } from '../core/notation.js';
import { refusalSentence } from '../core/refusals.js';
import { NEW_SETUP, left, positionFrom, reduceSetup } from '../core/sandbox.js';
import { button } from '../ui/button.js';
import { mutedDisc } from '../ui/discs.js';
import { el, enable, show, t, tell, tx } from '../ui/dom.js';
import { radios } from '../ui/fields.js';
import { speak } from '../ui/live.js';
import { boardPrefs } from './stage.js';

/** @typedef {import('../page.js').Page} Page */
/** @typedef {import('../core/sandbox.js').Setup} Setup */

const BRUSHES = [...new Set(SET), HIDDEN, EMPTY];

/** What was set up last in this visit. @type {Setup} */
let kept = NEW_SETUP;

/** @param {Page} page @returns {import('../screens.js').Screen} */
export function sandboxView(page) {
  const heading = el('h1', { t: 'learn.sandbox.name', attrs: { tabindex: '-1' } });
  const box = el('div', { class: 'board-box' });
  const brushes = brushRow(page, (letter) => change({ type: 'brush', letter }));
  const undo = button('learn.sandbox.back', () => change({ type: 'back' }), { name: 'setup-back' });
  const clear = button('learn.sandbox.clear', () => change({ type: 'board', board: EMPTY_BOARD }), { name: 'setup-clear' });
  const start = startRow(page, () => kept);
  const turn = radios('turn', 'learn.sandbox.turn', [{ value: 'r', label: { key: 'side.red' } }, { value: 'b', label: { key: 'side.black' } }],
    kept.turn, (value) => change({ type: 'turn', turn: value === 'b' ? 'b' : 'r' }), 'inline-radios');
  const table = el('div', { class: 'lesson-table' }, box);
  const element = el('div', { class: 'lesson sandbox' },
    el('div', { class: 'lesson-head' }, button('learn.all', () => page.go({ name: 'learn', lesson: null }), { kind: 'quiet', name: 'all-lessons' }), heading),
    el('p', { class: 'task', t: 'learn.sandbox.task' }),
    el('div', { class: 'lesson-stage' }, table),
    el('div', { class: 'sandbox-tools' }, brushes.element, el('div', { class: 'row' }, undo, clear), turn, start.element));
  const board = createBoard(box, {
    t, prefs: boardPrefs(page.state()), onAction: () => {}, onSay: (text) => speak('say', text),
    onTouch: (square) => touch(square),
  });

  /** @param {string} square */
  function touch(square) {
    const before = kept;
    change({ type: 'touch', square });
    speak('say', kept === before ? t('learn.sandbox.none') : squareText(t, kept.board, square));
  }

  /** @param {import('../core/sandbox.js').SetupAction} action */
  function change(action) {
    kept = reduceSetup(kept, action);
    draw();
  }

  function draw() {
    board.update({ board: kept.board, legal: [], barred: [], canAct: false, last: null, pending: null, you: null, live: true });
    brushes.update(kept);
    enable(undo, kept.past.length > 0);
    enable(clear, kept.board !== EMPTY_BOARD);
    start.update(kept);
  }

  draw();
  return {
    element, heading,
    update(state) {
      table.dataset['lies'] = state.prefs.orientation === 'tall' ? 'tall' : 'wide';
      board.setPrefs(boardPrefs(state));
      brushes.redraw(state.prefs.pieces);
      draw();
    },
    relabel: () => board.relabel(),
    destroy: () => board.destroy(),
  };
}

/** What a touch puts down, each with how many there still are. @param {Page} page @param {(letter: string) => void} choose */
function brushRow(page, choose) {
  const names = BRUSHES.map(() => el('span', { class: 'sr' }));
  const counts = BRUSHES.map(() => el('span', { class: 'brush-n', aria: { hidden: 'true' } }));
  const faces = BRUSHES.map(() => el('span', { class: 'brush-face', aria: { hidden: 'true' } }));
  const inputs = BRUSHES.map((letter) => el('input', { type: 'radio', name: 'brush', value: letter }));
  const element = el('fieldset', { class: 'field' }, el('legend', { class: 'legend', t: 'learn.sandbox.brush' }),
    el('div', { class: 'brushes' }, ...BRUSHES.map((_, i) => el('label', { class: 'brush' }, inputs[i] ?? null, faces[i] ?? null, counts[i] ?? null, names[i] ?? null))));
  inputs.forEach((input) => input.addEventListener('change', () => choose(input.value)));
  let drawn = '';
  return {
    element,
    /** @param {string} set */
    redraw(set) {
      if (set === drawn) return;
      drawn = set;
      BRUSHES.forEach((letter, i) => faces[i]?.replaceChildren(letter === EMPTY ? '×' : mutedDisc(letter, set)));
    },
    /** @param {Setup} setup */
    update(setup) {
      this.redraw(page.state().prefs.pieces);
      BRUSHES.forEach((letter, i) => {
        const [name, count, input] = [names[i], counts[i], inputs[i]];
        if (!name || !count || !input) return;
        const isPiece = SET.includes(letter);
        if (isPiece) tx(name, 'learn.sandbox.left', { piece: { t: pieceKey(letter) }, n: left(setup, letter) });
        else tx(name, letter === HIDDEN ? 'piece.hidden' : 'learn.sandbox.empty');
        count.textContent = isPiece ? String(left(setup, letter)) : '';
        input.checked = setup.brush === letter;
      });
    },
  };
}

/** Two ways to play on. @param {Page} page @param {() => Setup} setup */
function startRow(page, setup) {
  const error = el('p', { class: 'error', role: 'alert', hidden: true });
  const both = button('learn.sandbox.both', () => void play({ opponent: 'local', rules: { undo: 'local' } }), { kind: 'primary', name: 'setup-both' });
  const computer = button('learn.sandbox.computer', () => void play({ opponent: 'computer', level: page.state().prefs.level }), { name: 'setup-computer' });

  /** @param {import('../wire.d.ts').CreateRoom} how */
  async function play(how) {
    const answer = await page.createRoom({ ...how, first: 'host', position: positionFrom(setup(), Math.random) });
    if (answer.ok) return;
    const isUnplayable = ['position_invalid', 'rules_invalid'].includes(answer.code);
    tell(error, isUnplayable ? { key: 'learn.sandbox.invalid' } : refusalSentence(answer.code, null));
    show(error, true);
  }

  return {
    element: el('div', { class: 'stack' }, el('div', { class: 'row' }, both, computer), error),
    /** @param {Setup} now */
    update({ board }) {
      show(error, false);
      for (const node of [both, computer]) enable(node, board !== EMPTY_BOARD);
    },
  };
}
