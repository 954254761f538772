/** "Allowed or not, and why?": the right reason among a few others. */

import { reasonsAround } from '../core/drills.js';
import { refusalSentence } from '../core/refusals.js';
import { button } from '../ui/button.js';
import { el, enable } from '../ui/dom.js';

/**
 * @typedef {import('./lessons.js').Stage} Stage
 * @typedef {import('../core/learn.js').LearnAction} LearnAction
 */

/** @param {Extract<Stage, {kind: 'reason'}>} stage @param {(action: LearnAction) => void} dispatch */
export function reasonRow({ others }, dispatch) {
  const element = el('div', { class: 'row choice-row reason-row', role: 'group', label: 'learn.choice' });
  /** @type {HTMLButtonElement[]} */
  let nodes = [];

  /** @param {string | null} chosen  a rule, or null for "allowed" @param {string | null} rule */
  function choose(chosen, rule) {
    const why = rule === null ? { key: 'learn.allowed' } : refusalSentence('illegal_action', rule);
    if (chosen === rule) return dispatch({ type: 'right', why });
    dispatch({ type: 'wrong', why: rule !== null && chosen !== null ? { key: 'learn.reason.other' } : why });
  }

  return {
    element,
    /** The server has judged. @param {import('../wire.d.ts').Judged} judged */
    ready({ refused: rule = null }) {
      const forbidden = reasonsAround(rule, others).map((reason) => button(`rule.${reason}`, () => choose(reason, rule), { name: `reason-${reason}` }));
      nodes = [button('learn.yes', () => choose(null, rule), { name: 'reason-none' }), ...forbidden];
      element.replaceChildren(...nodes);
    },
    freeze: (/** @type {boolean} */ isFrozen) => nodes.forEach((node) => enable(node, !isFrozen)),
  };
}
