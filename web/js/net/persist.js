/** Trying again: sooner at first, rarely later, at once when the network comes back. */

import { backoff } from '../core/retry.js';

/**
 * Does a task until it succeeds or has failed `tries` times.
 * @template T
 * @param {() => Promise<T | null>} task  null: it failed
 * @param {number} [tries]
 * @returns {Promise<T | null>}
 */
export async function persist(task, tries = Infinity) {
  for (let failures = 0; ; failures += 1) {
    const done = await task();
    if (done !== null || failures + 1 >= tries) return done;
    await pause(backoff(failures, Math.random()));
  }
}

/** @param {number} ms @returns {Promise<void>} */
function pause(ms) {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      window.removeEventListener('online', wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    window.addEventListener('online', wake);
  });
}
