/**
 * Carries out the keys pressed on the board: moves the focus, cancels, answers questions.
 */

import { lastText, movesText, nextDirection, nextOfKind, rayText } from './announce.js';
import { NAMES, readingOrder } from './geometry.js';
import { commandOf } from './keyboard.js';
import { squareLabel } from './labels.js';
import { squareViews } from './views.js';

/** @typedef {import('./board.js').Board} Board */
/** @typedef {import('./keyboard.js').Command} Command */

export class Keys {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {{square: string, direction: import('./geometry.js').Direction}|null} */
    this.scan = null;
    board.grid.addEventListener('keydown', (event) => this.press(event));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { board } = this;
    const held = event.repeat && (event.key === 'Enter' || event.key === ' ');
    if (held) return event.preventDefault();
    const command = commandOf(event, board.focused, board.arrangement.layout, board.prefs.keys);
    if (command === null || (command.type === 'cancel' && !this.hasToCancel())) return;
    event.preventDefault();
    event.stopPropagation();
    this.obey(command);
  }

  /** Escape belongs to the page when there is nothing to cancel here. */
  hasToCancel() {
    const { selection, input, view } = this.board;
    return Boolean(view.planned) || selection.selected !== null || selection.armed !== null || input.gesture !== null;
  }

  /** @param {Command} command */
  obey(command) {
    const { board } = this;
    const { t } = board.options;
    const { view } = board;
    switch (command.type) {
      case 'focus':
        return board.focusSquare(command.square);
      case 'edge':
        return this.edge('board.say.edge');
      case 'cancel':
        board.cancelSelection();
        return board.view.planned ? board.options.onPlan?.(null) : undefined;
      case 'moves':
        return void this.tellMoves(command.capturesOnly);
      case 'ray':
        return this.scanLine(command.backwards);
      case 'last':
        return this.speak(lastText(t, view.board, view.last?.squares ?? null));
      case 'here':
        return this.speak(this.hereText());
      case 'find':
        return this.find(command.kind, command.backwards);
      case 'page':
        return board.options.onKey?.(command.letter);
    }
  }

  /** @param {string} sentence */
  speak(sentence) {
    this.board.options.onSay?.(sentence);
  }

  /** @param {string} key */
  edge(key) {
    this.board.options.onSound?.('edge');
    this.board.say(key);
  }

  /** In the other's turn the own moves have to be asked for first. @param {boolean} capturesOnly */
  async tellMoves(capturesOnly) {
    const { board } = this;
    if (!board.view.canAct) await board.options.onPreview?.();
    this.speak(movesText(board.options.t, board.view, board.focused, capturesOnly));
  }

  /** Each press looks one direction further round; another square starts anew. @param {boolean} backwards */
  scanLine(backwards) {
    const { focused: square, options, view, arrangement } = this.board;
    const former = this.scan?.square === square ? this.scan.direction : null;
    const direction = nextDirection(former, backwards);
    this.scan = { square, direction };
    this.speak(rayText(options.t, view, square, direction, arrangement.layout));
  }

  hereText() {
    const { view, selection, prefs, sent, focused, options } = this.board;
    const state = squareViews(view, selection, prefs, sent)[NAMES.indexOf(focused)];
    return state ? squareLabel(options.t, focused, state) : '';
  }

  /** @param {string} kind @param {boolean} backwards */
  find(kind, backwards) {
    const { view, focused, arrangement } = this.board;
    const found = nextOfKind(view.board, readingOrder(arrangement.layout), focused, kind, backwards);
    if (found === null) return this.edge('board.say.noneOfKind');
    if (found.wrapped) this.board.options.onSound?.('edge');
    this.board.focusSquare(found.square);
  }
}
