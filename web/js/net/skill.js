/** The picked skill, kept in this browser. */

import { SKILLS } from '../core/skill.js';

/** @typedef {import('../core/skill.js').Kept} Kept */

const KEY = 'banqi.skill';

/** @returns {Kept | null} */
export function keptSkill() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return SKILLS.includes(kept?.skill) ? { skill: kept.skill, game: typeof kept.game === 'string' ? kept.game : null } : null;
  } catch {
    return null;
  }
}

/** @param {Kept | null} kept */
export function keepSkill(kept) {
  try {
    if (kept) localStorage.setItem(KEY, JSON.stringify(kept));
    else localStorage.removeItem(KEY);
  } catch {
    // There will be no reminder.
  }
}
