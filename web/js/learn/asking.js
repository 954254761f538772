/** What the server says about a position of a lesson. */

import { refusalSentence } from '../core/refusals.js';
import { call } from '../net/api.js';

/** @typedef {import('../wire.d.ts').Judged} Judged */

/** Null when the server does not say. @param {string} position @param {string} [action] @returns {Promise<Judged | null>} */
export async function judge(position, action) {
  const answer = await call('POST', 'api/positions', action ? { position, action } : { position });
  return answer.ok ? /** @type {Judged} */ (answer.data) : null;
}

/** Why an action is refused, in a sentence. @param {string} position @param {string} action */
export async function ruleAgainst(position, action) {
  const told = await judge(position, action);
  return told?.refused ? refusalSentence('illegal_action', told.refused) : null;
}
