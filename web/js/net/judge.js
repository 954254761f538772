/** What the server says about positions, asked once each. */

import { call } from './api.js';

/** @typedef {import('../wire.d.ts').Judged} Judged */
/** @typedef {import('../wire.d.ts').Rules} Rules */

/** Options that have no meaning where nobody sits down. @param {Rules} rules */
export function rulesBody(rules) {
  const { first_mover: _, preset: __, ...rest } = rules;
  return rest;
}

/** @param {Rules} rules */
export function createJudge(rules) {
  /** @type {Map<string, Promise<readonly string[] | null>>} */
  const known = new Map();
  const body = rulesBody(rules);

  /** @param {string} position */
  async function ask(position) {
    const answer = await call('POST', 'api/positions', { position, rules: body });
    if (answer.ok) return /** @type {Judged} */ (answer.data).captures;
    if (answer.code === 'position_invalid') return [];
    known.delete(position);
    return null;
  }

  return {
    /** What the side to move could capture; null when the server does not say. @param {string} position */
    captures(position) {
      const coming = known.get(position) ?? ask(position);
      known.set(position, coming);
      return coming;
    },
  };
}
