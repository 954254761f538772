/** Parts of the page that are loaded when they are wanted: a failure is told, never silent. */

import { speak, toast } from './live.js';
import { t } from './dom.js';

/** Seen, and heard. */
function missing() {
  toast(t('error.part'));
  speak('alert', t('error.part'));
}

/**
 * What a button does with a part that may have to be loaded first. Until it is done the button
 * says that it is busy, and a second press does nothing.
 * @template M
 * @param {() => Promise<M>} load @param {(part: M) => unknown} act
 */
export function later(load, act) {
  /** @type {M | null} */
  let part = null;
  let isBusy = false;
  /** Loads it for a press that is likely: what is here by then is done within the press. */
  const ahead = async () => { part ??= await load().catch(() => null); };
  const done = async () => {
    if (part === null) await ahead();
    if (part === null) missing();
    else await act(part);
  };
  /** @param {Event} [event]  of the button, if it was one */
  const press = async (event) => {
    if (isBusy) return;
    const pressed = event?.currentTarget;
    isBusy = true;
    busy(pressed, true);
    try {
      await done();
    } finally {
      isBusy = false;
      busy(pressed, false);
    }
  };
  return Object.assign(press, { ahead });
}

/** @param {EventTarget | null | undefined} node @param {boolean} isBusy */
function busy(node, isBusy) {
  if (!(node instanceof HTMLElement)) return;
  if (isBusy) node.setAttribute('aria-busy', 'true');
  else node.removeAttribute('aria-busy');
}
