/** A button that asks first: one press puts the question, a second one within ten seconds acts. */

import { button } from './button.js';
import { enable, tx } from './dom.js';

/** So long a question waits for its answer. */
export const QUESTION_MS = 10_000;

/**
 * @param {string} key  the text @param {() => string} question  the text that asks
 * @param {() => unknown} act  what the second press does; until it is done no press counts
 * @param {string} name
 */
export function askingButton(key, question, act, name) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const node = button(key, () => void (node.dataset['state'] === 'confirm' ? answered() : ask()), { name });
  calm();

  function ask() {
    face('confirm', question());
    timer = setTimeout(calm, QUESTION_MS);
  }

  async function answered() {
    clearTimeout(timer);
    enable(node, false);
    try {
      await act();
    } finally {
      enable(node, true);
      calm();
    }
  }

  function calm() {
    face('idle', key);
  }

  /** @param {'idle' | 'confirm'} state @param {string} text */
  function face(state, text) {
    node.dataset['state'] = state;
    node.classList.toggle('btn-danger', state === 'confirm');
    tx(node, text);
  }

  return node;
}
