/** Work that can wait: a little of it whenever the page has nothing better to do. */

/** Milliseconds at a time: a finger that comes meanwhile waits no longer. */
const SLICE_MS = 3;

/** Calls back when the page has nothing better to do, at the latest after `timeout` ms. @param {() => void} act @param {number} timeout */
export function whenIdle(act, timeout) {
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout });
  else setTimeout(act, Math.min(150, timeout));
}

/** Calls back once what has just been changed is on the screen: who pressed sees that first. @param {() => void} act */
export function afterPaint(act) {
  requestAnimationFrame(() => setTimeout(act));
}

/**
 * Goes on with `step` until it says that nothing is left; calling again while it goes on adds nothing.
 * @param {() => boolean} step  does one small piece; true while there is more @returns {() => void}
 */
export function leisurely(step) {
  let isWaiting = false;
  function work() {
    isWaiting = false;
    const end = performance.now() + SLICE_MS;
    while (step()) if (performance.now() > end) return wait();
  }
  function wait() {
    if (isWaiting) return;
    isWaiting = true;
    whenIdle(work, 300);
  }
  return wait;
}
