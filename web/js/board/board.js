/**
 * The board on the page: shows a view, takes taps, drags and keys, and says what the player asked
 * for. It owns the 32 squares, the selection and the focus. It deliberately knows no rules, no
 * socket and no screen: what may be done stands in `view.legal` and `view.barred`.
 */

import { Animator } from './animate.js';
import { Arrangement } from './arrangement.js';
import { difference } from './diff.js';
import { buildFrame } from './frame.js';
import { NAMES, cellOf, dimensions } from './geometry.js';
import { Holding } from './holding.js';
import { PointerInput } from './input.js';
import { Keys } from './keys.js';
import { squareText } from './labels.js';
import { DEFAULT_PREFS, NO_VIEW } from './options.js';
import { loadPieces } from './pieces.js';
import { letterOn, squaresOf } from './position.js';
import { NOTHING, choose, keep } from './selection.js';
import { Square } from './square.js';
import { squareViews } from './views.js';

/** @typedef {import('./options.js').BoardView} BoardView */
/** @typedef {import('./options.js').BoardPrefs} BoardPrefs */
/** @typedef {import('./options.js').BoardOptions} BoardOptions */
/** @typedef {import('./selection.js').Step} Step */

/**
 * Builds a board inside `root`, which gives it its space (both axes), and returns its handle.
 * @param {HTMLElement} root @param {BoardOptions} options
 */
export function createBoard(root, options) {
  const board = new Board(root, options);
  loadPieces().catch(() => board.say('board.say.noPieces'));
  return {
    element: board.element,
    update: (/** @type {BoardView} */ view) => board.update(view),
    setPrefs: (/** @type {Partial<BoardPrefs>} */ prefs) => board.setPrefs(prefs),
    relabel: () => board.relabel(),
    focusSquare: (/** @type {string} */ name) => board.focusSquare(name),
    cancelSelection: () => board.cancelSelection(),
    destroy: () => board.destroy(),
  };
}

export class Board {
  /** @param {HTMLElement} root @param {BoardOptions} options */
  constructor(root, options) {
    this.root = root;
    this.options = options;
    /** @type {BoardPrefs} */
    this.prefs = { ...DEFAULT_PREFS, ...options.prefs };
    /** @type {BoardView} */
    this.view = NO_VIEW;
    /** @type {import('./selection.js').Selection} */
    this.selection = NOTHING;
    this.focused = 'a8';
    /** @type {string|null} */
    this.sent = null;
    const { element, heading, hint, grid } = buildFrame(root);
    this.element = element;
    this.heading = heading;
    this.hint = hint;
    this.grid = grid;
    this.squares = NAMES.map((name) => new Square(name));
    this.animator = new Animator((name) => this.square(name));
    this.arrangement = new Arrangement(root, element, grid, this.squares, () => this.nameBoard());
    this.input = new PointerInput(grid, new Holding(this));
    this.keys = new Keys(this);
    this.calm = window.matchMedia('(prefers-reduced-motion: reduce)');
    grid.addEventListener('focusin', (event) => this.focusMoved(event));
    this.setPrefs({});
  }

  /** @param {BoardView} view */
  update(view) {
    const before = this.view;
    const change = difference(before.board, view.board);
    const start = change?.slide ? this.seenAt(change.slide.from) : null;
    this.view = view;
    this.sent = view.pending;
    this.keepSelection(before);
    if (change || before.board !== view.board) this.animator.stop();
    this.patch();
    for (const { button } of this.squares) delete button.dataset.dropped;
    if (change && this.isMoving())
      this.animator.play(change, start, this.prefs.pieces, (name) => letterOn(before.board, name));
  }

  /** @param {Partial<BoardPrefs>} prefs */
  setPrefs(prefs) {
    this.prefs = { ...this.prefs, ...prefs };
    this.element.dataset.coordinates = this.prefs.coordinates;
    this.element.dataset.pieces = this.prefs.pieces;
    this.element.toggleAttribute('data-facing-away', this.prefs.facingAway);
    this.animator.setSpeed(this.prefs.speed);
    this.arrangement.set(this.prefs.orientation, this.prefs.rotated);
    this.relabel();
  }

  /** The board lies another way. */
  nameBoard() {
    const { rows, cols } = dimensions(this.arrangement.layout.orientation);
    this.heading.textContent = this.options.t('board.name', { columns: cols, rows });
  }

  /** The language has changed. */
  relabel() {
    this.nameBoard();
    this.hint.textContent = this.options.t('board.hint');
    for (const square of this.squares) square.shown = '';
    this.patch();
  }

  /** @param {string} name */
  focusSquare(name) {
    this.square(name).button.focus();
  }

  cancelSelection() {
    this.input.cancel();
    this.selection = NOTHING;
    this.patch();
  }

  destroy() {
    this.animator.stop();
    this.input.destroy();
    this.arrangement.destroy();
    this.element.remove();
    this.root.classList.remove('board-space');
  }

  /** @param {string} name @returns {Square} */
  square(name) {
    return /** @type {Square} */ (this.squares[NAMES.indexOf(name)]);
  }

  /** Says a sentence in the polite live region. @param {string} key @param {Record<string, string|number>} [params] */
  say(key, params) {
    this.options.onSay?.(this.options.t(key, params));
  }

  /** Shows the present state on all squares. */
  patch() {
    const { view, selection, prefs, sent } = this;
    this.element.dataset.motion = this.isMoving() ? 'on' : 'off';
    this.shiftSent();
    const views = squareViews(view, selection, prefs, sent);
    views.forEach((state, i) => this.squares[i]?.patch(state, prefs.pieces, this.options.t));
    for (const square of this.squares) square.reach(square.name === this.focused);
    this.element.toggleAttribute('data-preview', !view.canAct);
    this.element.toggleAttribute('data-inert', !view.live);
  }

  /** A move in flight is already drawn on its target, as pending. */
  shiftSent() {
    const { source, target } = squaresOf(this.sent ?? '');
    for (const { name, button } of this.squares) {
      button.toggleAttribute('data-shifted', target !== null && name === source);
      button.toggleAttribute('data-target', name === target);
    }
    if (target === null) return;
    const from = cellOf(NAMES.indexOf(source), this.arrangement.layout);
    const to = cellOf(NAMES.indexOf(target), this.arrangement.layout);
    const { style } = this.square(source).button;
    style.setProperty('--shift-x', String(to.col - from.col));
    style.setProperty('--shift-y', String(to.row - from.row));
  }

  isMoving() {
    const { animation } = this.prefs;
    if (document.hidden || animation === 'off') return false;
    return animation === 'on' || !this.calm.matches;
  }

  /** @param {string} name */
  seenAt(name) {
    return this.square(name).piece?.getBoundingClientRect() ?? null;
  }

  /** @param {BoardView} before */
  keepSelection(before) {
    const kept = keep(this.selection, before, this.view);
    if (kept !== this.selection) this.input.cancel();
    this.selection = kept;
  }

  /** @param {FocusEvent} event */
  focusMoved(event) {
    const name = /** @type {HTMLElement} */ (event.target).dataset.square;
    if (name === undefined || name === this.focused) return;
    this.square(this.focused).button.tabIndex = -1;
    this.square(name).button.tabIndex = 0;
    this.focused = name;
  }

  /** A square was chosen by a tap, a drop, a key or assistive technology. @param {string} square */
  choose(square) {
    if (this.options.onTouch) this.options.onTouch(square);
    else if (this.sent === null) this.follow(choose(this.selection, this.view, square, this.prefs));
  }

  /** The other is to move: where the chosen piece could go is shown, and that it is not more than that. */
  look() {
    void this.options.onPreview?.();
    if (!this.prefs.premove) this.say('board.say.preview');
  }

  /** Carries out what choosing a square meant. @param {Step} step */
  follow({ selection, effect }) {
    this.selection = selection;
    if (effect.type === 'act') this.sent = effect.action;
    this.patch();
    if (effect.type === 'act') this.options.onAction(effect.action);
    if (effect.type === 'plan') this.options.onPlan?.(effect.action);
    if (effect.type === 'refused') this.options.onIllegal?.(effect.from, effect.to, effect.barred);
    if (selection.selected && !this.view.canAct) this.look();
    if (this.prefs.odds && (effect.type === 'armed' || effect.type === 'asked')) this.options.onOdds?.(effect.square);
    if (effect.type === 'stuck' || effect.type === 'armed')
      this.say(`board.say.${effect.type}`, { square: squareText(this.options.t, this.view.board, effect.square) });
  }
}
