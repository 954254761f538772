/** One stage on its board: a move to make, a question to answer, squares to find. */

import { createBoard } from '../board/board.js';
import { boardOf, boardWith, isWanted, squareFault } from '../core/learn.js';
import { at, pieceKey } from '../core/notation.js';
import { refusalSentence } from '../core/refusals.js';
import { persist } from '../net/persist.js';
import { button } from '../ui/button.js';
import { mutedDisc } from '../ui/discs.js';
import { el, enable, isEnabled, show, t } from '../ui/dom.js';
import { speak } from '../ui/live.js';
import { judge, ruleAgainst } from './asking.js';
import { numberRow, oddsRow } from './counting.js';
import { reasonRow } from './reasons.js';
import { studyRow } from './study.js';

/**
 * @typedef {import('../page.js').Page} Page
 * @typedef {import('./lessons.js').Stage} Stage
 * @typedef {import('../wire.d.ts').Judged} Judged
 * @typedef {import('../core/learn.js').LearnAction} LearnAction
 * @typedef {import('../board/options.js').BoardView} BoardView
 */

/** @param {Page} page @param {Stage} stage @param {(action: LearnAction) => void} dispatch */
export function createStage(page, stage, dispatch) {
  const before = boardOf(stage.position);
  let shown = before;
  let isFrozen = false;
  let isOver = false;
  /** @type {Judged | null} */
  let judged = null;
  /** @type {string[]} */
  let last = stage.kind === 'verdict' || stage.kind === 'reason' ? squaresOf(stage.action) : stage.kind === 'squares' ? [stage.from] : [];
  const box = el('div', { class: 'board-box' });
  const failed = el('p', { class: 'notice', t: 'error.noServer', hidden: true });
  const asked = askedBelow(page, stage, before, dispatch);
  const element = el('div', { class: 'lesson-table', data: { kind: stage.kind } }, failed, box,
    stage.study ? el('div', { class: 'stack' }, asked?.element ?? null, studyRow(page, stage)) : asked?.element ?? null);
  const board = createBoard(box, {
    t, prefs: boardPrefs(page.state()), onSay: (text) => speak('say', text),
    onAction: (action) => played(action),
    onIllegal: (from, to) => void refused(from + to),
  });

  /** @param {string} action */
  function played(action) {
    if (stage.kind !== 'play' || !judged) return;
    last = squaresOf(action);
    const isRight = isWanted(stage, action, judged);
    if (isRight) shown = boardWith(before, action, stage.shows ?? '?');
    dispatch(isRight ? { type: 'right' } : { type: 'wrong', why: { key: 'learn.other' } });
    draw();
  }

  /** @param {string} action */
  async function refused(action) {
    const rule = await ruleAgainst(stage.position, action);
    if (element.isConnected && rule) dispatch({ type: 'wrong', why: rule });
  }

  async function load() {
    const told = await persist(async () => {
      const answer = await judge(stage.position, stage.kind === 'reason' ? stage.action : undefined);
      show(failed, answer === null);
      return answer ?? (isOver ? undefined : null);
    });
    if (!told || isOver) return;
    judged = told;
    asked?.ready?.(judged);
    draw();
  }

  function draw() {
    board.update(view(stage, shown, judged, isFrozen, last));
  }

  draw();
  queueMicrotask(() => void load());
  return {
    element,
    /** @param {import('../state.d.ts').AppState} state */
    update(state) {
      element.dataset['lies'] = state.prefs.orientation === 'tall' ? 'tall' : 'wide';
      board.setPrefs(boardPrefs(state));
      draw();
    },
    /** Nothing more is asked until the next try. @param {boolean} frozen */
    freeze(frozen) {
      isFrozen = frozen;
      asked?.freeze(frozen);
      draw();
    },
    relabel: () => board.relabel(),
    destroy() {
      isOver = true;
      board.destroy();
    },
  };
}

/**
 * What is asked below the board; a move is made on it.
 * @param {Page} page @param {Stage} stage @param {string} board @param {(action: LearnAction) => void} dispatch
 * @returns {{element: HTMLElement, freeze: (isFrozen: boolean) => void, ready?: (judged: Judged) => void} | null}
 */
function askedBelow(page, stage, board, dispatch) {
  switch (stage.kind) {
    case 'verdict': return verdictRow(page, stage, dispatch);
    case 'squares': return squareRow(page, stage, board, dispatch);
    case 'choice': return choiceRow(stage, dispatch);
    case 'reason': return reasonRow(stage, dispatch);
    case 'numbers': return numberRow(page, stage, dispatch);
    case 'odds': return oddsRow(page, stage, dispatch);
    default: return null;
  }
}

/** Answers to choose from. @param {Extract<Stage, {kind: 'choice'}>} stage @param {(action: LearnAction) => void} dispatch */
function choiceRow({ answers, right }, dispatch) {
  const choose = (/** @type {number} */ i) => dispatch(i === right ? { type: 'right' } : { type: 'wrong', why: { key: 'learn.wrong' } });
  const nodes = answers.map(({ key, n }, i) => button(key, () => choose(i), { name: `answer-${i + 1}`, params: { n: n ?? 0 } }));
  return {
    element: el('div', { class: 'row choice-row', role: 'group', label: 'learn.choice' }, ...nodes),
    freeze: (/** @type {boolean} */ isFrozen) => nodes.forEach((node) => enable(node, !isFrozen)),
  };
}

/** @param {Stage} stage @param {string} shown @param {Judged | null} judged @param {boolean} isFrozen @param {string[]} last @returns {BoardView} */
function view(stage, shown, judged, isFrozen, last) {
  const turn = stage.position.split(' ')[1];
  const canAct = stage.kind === 'play' && judged !== null && !isFrozen;
  return {
    board: shown, legal: canAct ? judged.legal : [], barred: [], canAct, pending: null, live: canAct,
    you: turn === 'r' ? 'red' : turn === 'b' ? 'black' : null, last: last.length ? { squares: last } : null,
  };
}

/** @param {string} action */
function squaresOf(action) {
  return action.length === 2 ? [action] : [action.slice(0, 2), action.slice(2)];
}

/** "Is this allowed?" @param {Page} page @param {Extract<Stage, {kind: 'verdict'}>} stage @param {(action: LearnAction) => void} dispatch */
function verdictRow(page, stage, dispatch) {
  const say = async (/** @type {boolean} */ isAllowed) => {
    const told = await judge(stage.position, stage.action);
    if (!told) return page.tell('error.part');
    const rule = told.refused ?? null;
    if (isAllowed === (rule === null)) dispatch({ type: 'right' });
    else dispatch({ type: 'wrong', why: rule === null ? { key: 'learn.allowed' } : refusalSentence('illegal_action', rule) });
  };
  const yes = button('learn.yes', () => void say(true), { name: 'yes' });
  const no = button('learn.no', () => void say(false), { name: 'no' });
  return {
    element: el('div', { class: 'row verdict-row', role: 'group', label: 'learn.verdict' }, yes, no),
    freeze: (/** @type {boolean} */ isFrozen) => [yes, no].forEach((node) => enable(node, !isFrozen)),
  };
}

/** Squares to be ticked. @param {Page} page @param {Extract<Stage, {kind: 'squares'}>} stage @param {string} board @param {(action: LearnAction) => void} dispatch */
function squareRow(page, stage, board, dispatch) {
  const set = page.state().prefs.pieces;
  const inputs = stage.of.map((square) => el('input', { type: 'checkbox', name: `square-${square}`, value: square }));
  for (const input of inputs) input.addEventListener('click', (event) => { if (!isEnabled(input)) event.preventDefault(); });
  const labels = stage.of.map((square, i) => {
    const letter = at(board, square);
    const name = letter === '?' ? 'piece.hidden' : pieceKey(letter);
    return el('label', { class: 'check square-check' }, inputs[i] ?? null, mutedDisc(letter, set), el('span', { t: 'learn.square', params: { square, piece: { t: name } } }));
  });
  const done = button('learn.check', async () => {
    const chosen = inputs.filter((input) => input.checked).map((input) => input.value);
    const told = await judge(stage.position);
    if (!told) return page.tell('error.part');
    const wanted = told.captures.filter((action) => action.startsWith(stage.from)).map((action) => action.slice(2));
    const fault = squareFault(chosen, wanted);
    if (!fault) return dispatch({ type: 'right', why: { key: 'learn.squares.right', params: { n: wanted.length } } });
    if (!fault.extra) return dispatch({ type: 'wrong', why: { key: 'learn.missing', params: { n: fault.missing } } });
    const why = await ruleAgainst(stage.position, stage.from + fault.extra);
    dispatch({ type: 'wrong', why: why ?? { key: 'learn.other' } });
  }, { kind: 'primary', name: 'check' });
  return {
    element: el('div', { class: 'stack' }, el('div', { class: 'checks', role: 'group', label: 'learn.squares' }, ...labels), done),
    freeze(/** @type {boolean} */ isFrozen) {
      enable(done, !isFrozen);
      for (const input of inputs) input.setAttribute('aria-disabled', String(isFrozen));
    },
  };
}

/** @param {import('../state.d.ts').AppState} state @returns {Partial<import('../board/options.js').BoardPrefs>} */
export function boardPrefs({ prefs }) {
  const { pieces, orientation, rotated, coordinates, showDestinations, showLast, input, animation, speed, keys, ranks } = prefs;
  return /** @type {import('../board/options.js').BoardPrefs} */ ({
    pieces, rotated, coordinates, showDestinations, showLast, input, animation, speed, keys, ranks,
    orientation: orientation === 'tall' ? 'tall' : 'wide',
  });
}
