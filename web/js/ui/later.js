/** Parts of the page that are loaded when they are wanted: a failure is told, never silent. */

import { speak, toast } from './live.js';
import { t } from './dom.js';

/** Seen, and heard. */
function missing() {
  toast(t('error.part'));
  speak('alert', t('error.part'));
}

/**
 * What a button does with a part that may have to be loaded first.
 * @template M
 * @param {() => Promise<M>} load @param {(part: M) => unknown} act
 */
export function later(load, act) {
  return async () => {
    const part = await load().catch(() => null);
    if (part === null) missing();
    else act(part);
  };
}
