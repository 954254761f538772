/** The place of the reminder beside the status: empty unless a skill was picked for this game. */

import { keptIn, skillShown } from '../core/skill.js';
import { worded } from '../language.js';
import { keepSkill, keptSkill } from '../net/skill.js';
import { el, setData, show } from '../ui/dom.js';

export function createReminder() {
  const element = el('span', { class: 'reminder', hidden: true });
  let game = '';
  /** @type {string | null} */
  let shown = null;

  /** @param {string | null} skill */
  function put(skill) {
    shown = skill;
    setData(element, 'skill', skill);
    element.replaceChildren();
    show(element, skill !== null);
    if (skill) worded(import('./skill.js')).then(({ skillChip }) => fill(skill, skillChip), () => put(null));
  }

  /** @param {string} skill @param {typeof import('./skill.js').skillChip} skillChip */
  function fill(skill, skillChip) {
    if (shown !== skill) return;
    element.replaceChildren(skillChip(skill, () => {
      keepSkill(null);
      put(null);
    }));
  }

  return {
    element,
    /** Looks once in each part of a game. @param {import('../state.d.ts').RoomState} s */
    update(s) {
      const now = `${s.code} ${s.game?.number} ${s.room?.phase}`;
      if (now === game) return;
      game = now;
      const before = keptSkill();
      const kept = keptIn(before, s);
      if (kept !== before) keepSkill(kept);
      const skill = skillShown(kept, s);
      if (skill !== shown) put(skill);
    },
  };
}
