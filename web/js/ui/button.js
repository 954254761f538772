/** Buttons as the page uses them: a key for the text, a name for the tests, one thing to do. */

import { el, isEnabled } from './dom.js';

/**
 * @param {string} key  the text @param {(event: Event) => void} act
 * @param {{kind?: 'primary' | 'plain' | 'quiet' | 'danger', id?: string, name?: string, params?: import('./dom.js').Params, submit?: boolean}} [options]
 */
export function button(key, act, options = {}) {
  const node = el('button', {
    class: `btn btn-${options.kind ?? 'plain'}`, type: options.submit ? 'submit' : 'button',
    t: key, params: options.params, id: options.id,
    data: options.name ? { act: options.name } : {},
  });
  node.addEventListener('click', (event) => {
    if (!isEnabled(node)) event.preventDefault();
    else act(event);
  });
  return node;
}

/**
 * A button whose face is a picture and whose name is a sentence.
 * @param {string} key @param {SVGElement} picture @param {(event: Event) => void} act @param {string} [name]
 */
export function iconButton(key, picture, act, name) {
  const node = el('button', { class: 'btn btn-icon', type: 'button', label: key, title: key, data: name ? { act: name } : {} }, picture);
  node.addEventListener('click', (event) => { if (isEnabled(node)) act(event); });
  return node;
}
