/**
 * Fingers and the mouse: one pointer at a time becomes a tap or a drag.
 *
 * Nothing acts when a pointer goes down. A tap counts where it began; a drag begins after a short
 * way; a second finger cancels whatever the first had begun, and the next touch starts afresh.
 */

/**
 * @typedef {object} PointerHost what the board lends to its input
 * @property {(x: number, y: number) => string|null} squareAt the square under a point of the screen
 * @property {(square: string, touch: boolean) => boolean} draggable
 * @property {(square: string, isKey?: boolean) => void} tap
 * @property {(square: string) => void} lift
 * @property {(x: number, y: number, touch: boolean) => void} carry
 * @property {(from: string, to: string|null) => void} drop
 * @property {() => void} abort the drag ends without an act
 */

/** How far a pointer may stray, in pixels, before a press is a drag. */
const SLOP = { mouse: 3, touch: 10 };

/** A click this soon after a pointer was handled is that pointer's own. */
const OWN_CLICK_MS = 600;

/** @typedef {{id: number, square: string, x: number, y: number, touch: boolean, strayed: boolean, dragging: boolean}} Gesture */

export class PointerInput {
  /** @param {HTMLElement} grid @param {PointerHost} host */
  constructor(grid, host) {
    this.grid = grid;
    this.host = host;
    /** @type {Gesture|null} */
    this.gesture = null;
    /** @type {Set<number>} */
    this.down = new Set();
    this.handledAt = Number.NEGATIVE_INFINITY;
    this.ending = new AbortController();
    this.listen();
  }

  listen() {
    const { signal } = this.ending;
    this.grid.addEventListener('pointerdown', (event) => this.press(event), { signal });
    this.grid.addEventListener('click', (event) => this.click(event), { signal });
    window.addEventListener('pointermove', (event) => this.move(event), { signal, passive: true });
    window.addEventListener('pointerup', (event) => this.release(event), { signal });
    window.addEventListener('pointercancel', (event) => this.lose(event), { signal });
    window.addEventListener('blur', () => this.cancel(), { signal });
  }

  /** Ends the gesture without an act. */
  cancel() {
    const { gesture } = this;
    this.gesture = null;
    if (gesture?.dragging) this.host.abort();
  }

  destroy() {
    this.cancel();
    this.ending.abort();
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (event.isPrimary) this.down.clear();
    this.down.add(event.pointerId);
    if (this.down.size > 1) return this.cancel();
    const square = this.host.squareAt(event.clientX, event.clientY);
    if (event.button !== 0 || square === null) return;
    const touch = event.pointerType !== 'mouse';
    const { pointerId: id, clientX: x, clientY: y } = event;
    this.gesture = { id, square, x, y, touch, strayed: false, dragging: false };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { gesture } = this;
    if (gesture === null || gesture.id !== event.pointerId) return;
    const way = Math.hypot(event.clientX - gesture.x, event.clientY - gesture.y);
    if (!gesture.strayed && way > (gesture.touch ? SLOP.touch : SLOP.mouse)) this.stray(gesture);
    if (gesture.dragging) this.host.carry(event.clientX, event.clientY, gesture.touch);
  }

  /** @param {Gesture} gesture */
  stray(gesture) {
    gesture.strayed = true;
    gesture.dragging = this.host.draggable(gesture.square, gesture.touch);
    if (gesture.dragging) this.host.lift(gesture.square);
  }

  /** @param {PointerEvent} event */
  release(event) {
    this.down.delete(event.pointerId);
    const { gesture } = this;
    if (gesture === null || gesture.id !== event.pointerId) return;
    this.gesture = null;
    this.handledAt = event.timeStamp;
    const square = this.host.squareAt(event.clientX, event.clientY);
    if (gesture.dragging) return this.host.drop(gesture.square, square);
    const tapped = square === gesture.square && !(gesture.touch && gesture.strayed);
    if (tapped) this.host.tap(square);
  }

  /** @param {PointerEvent} event */
  lose(event) {
    this.down.delete(event.pointerId);
    if (this.gesture?.id === event.pointerId) this.cancel();
  }

  /** Enter, Space and assistive technology click without a pointer. @param {MouseEvent} event */
  click(event) {
    const own = event.detail > 0 && event.timeStamp - this.handledAt < OWN_CLICK_MS;
    const square = /** @type {Element} */ (event.target).closest('[data-square]');
    if (!own && square instanceof HTMLElement && square.dataset.square) this.host.tap(square.dataset.square, true);
  }
}
