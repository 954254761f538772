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
  /** @type {M | null} */
  let part = null;
  /** Loads it for a press that is likely: what is here by then is done within the press. */
  const ahead = async () => { part ??= await load().catch(() => null); };
  const press = async () => {
    if (part === null) await ahead();
    if (part === null) missing();
    else act(part);
  };
  return Object.assign(press, { ahead });
}
