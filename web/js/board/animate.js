/**
 * Motion between two boards: a piece slides, a disc turns over, a captured piece fades.
 *
 * The squares already show the new board when this runs; it only plays the way there, so input is
 * never held up and a new board may cut any motion short.
 */

import { pieceNode } from './pieces.js';
import { EMPTY } from './position.js';

/** @typedef {import('./square.js').Square} Square */
/** @typedef {import('./diff.js').Change} Change */
/** @typedef {import('./pieces.js').PieceSet} PieceSet */

export const SLIDE_MS = 200;
export const FLIP_MS = 180;
const FADE_MS = 160;

/** Shorter ways than this are already there: a piece that was dragged is not moved again. */
const NEAR_PX = 3;

/** How much longer motion takes at each pace. */
const PACES = { slow: 2, normal: 1, fast: 0.5 };

/** Plays the way from one board to the next on the squares that changed. */
export class Animator {
  /** @param {(name: string) => Square} squareNamed */
  constructor(squareNamed) {
    this.squareNamed = squareNamed;
    /** @type {Set<() => void>} */
    this.endings = new Set();
    this.pace = 1;
  }

  /** @param {'slow'|'normal'|'fast'} speed */
  setSpeed(speed) {
    this.pace = PACES[speed];
  }

  /** Ends all motion at once. */
  stop() {
    for (const end of [...this.endings]) end();
  }

  /**
   * @param {Change} change
   * @param {DOMRect|null} start where the sliding piece was seen last @param {PieceSet} set
   * @param {(name: string) => string} letterBefore
   */
  play(change, start, set, letterBefore) {
    if (change.slide && start) this.slide(this.squareNamed(change.slide.to), start);
    for (const { square, letter } of change.gone) this.fade(this.squareNamed(square), letter, set);
    for (const name of change.flips) this.flip(this.squareNamed(name), letterBefore(name), set);
  }

  /** @param {Square} square @param {DOMRect} start */
  slide(square, start) {
    if (!square.piece) return;
    const end = square.piece.getBoundingClientRect();
    const x = start.left + start.width / 2 - (end.left + end.width / 2);
    const y = start.top + start.height / 2 - (end.top + end.height / 2);
    if (Math.hypot(x, y) < NEAR_PX) return;
    const frames = [{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }];
    this.run(square, square.piece, frames, { duration: SLIDE_MS, easing: 'cubic-bezier(.3, 0, .2, 1)' });
  }

  /** The old face narrows to a line, the new one widens from it. @param {Square} square @param {string} before @param {PieceSet} set */
  flip(square, before, set) {
    const half = FLIP_MS / 2;
    const narrow = [{ transform: 'scaleX(1)' }, { transform: 'scaleX(0)' }];
    const wide = [{ transform: 'scaleX(0)' }, { transform: 'scaleX(1)' }];
    if (before !== EMPTY) this.passing(square, before, set, narrow, { duration: half, easing: 'ease-in' });
    if (square.piece)
      this.run(square, square.piece, wide, { duration: half, delay: half, easing: 'ease-out', fill: 'backwards' });
  }

  /** @param {Square} square @param {string} letter @param {PieceSet} set */
  fade(square, letter, set) {
    const frames = [{ opacity: 1 }, { opacity: 1, offset: 0.4 }, { opacity: 0, transform: 'scale(.92)' }];
    this.passing(square, letter, set, frames, { duration: FADE_MS + SLIDE_MS / 4, easing: 'ease-out' });
  }

  /** A picture that is only there for its motion. @param {Square} square @param {string} letter @param {PieceSet} set @param {Keyframe[]} frames @param {KeyframeAnimationOptions} timing */
  passing(square, letter, set, frames, timing) {
    const node = pieceNode(letter, set);
    node.classList.add('passing');
    square.button.prepend(node);
    this.run(square, node, frames, { ...timing, fill: 'forwards' }, () => node.remove());
  }

  /** @param {Square} square @param {SVGElement} node @param {Keyframe[]} frames @param {KeyframeAnimationOptions} timing @param {() => void} [done] */
  run(square, node, frames, timing, done) {
    square.button.dataset.moving = '';
    const { duration = 0, delay = 0 } = timing;
    const paced = { duration: Number(duration) * this.pace, delay: delay * this.pace };
    const animation = node.animate(frames, { ...timing, ...paced });
    const end = () => {
      if (!this.endings.delete(end)) return;
      animation.cancel();
      delete square.button.dataset.moving;
      done?.();
    };
    this.endings.add(end);
    animation.onfinish = end;
  }
}
