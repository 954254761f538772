/** One skill for the next game with the computer: the choice, and the chip that reminds of it. */

import { SKILLS } from '../core/skill.js';
import { keepSkill, keptSkill } from '../net/skill.js';
import { openForm } from '../screens/create.js';
import { button } from '../ui/button.js';
import { openSheet } from '../ui/dialog.js';
import { el, said } from '../ui/dom.js';
import { radios } from '../ui/fields.js';
import { icon } from '../ui/icons.js';
import { speak } from '../ui/live.js';

/** @typedef {import('../page.js').Page} Page */

/** @param {Page} page @param {string} wish  what is chosen at first */
export function skillSheet(page, wish) {
  let skill = wish;
  const choices = SKILLS.map((name) => ({
    value: name, label: { key: `skill.${name}.name` }, more: el('span', { class: 'radio-more', t: `skill.${name}.how` }),
  }));
  const field = radios('skill', 'skill.which', choices, skill, (value) => { skill = value; });
  const dialog = openForm('skill.title', 'skill', [el('p', { class: 'hint', t: 'skill.hint' }), field], 'skill.submit', async () => {
    keepSkill({ skill, game: null });
    dialog.close();
    page.tell('skill.kept', { skill: { t: `skill.${skill}.name` } });
  });
}

/** The skill that was picked before, or the first. */
export function lastSkill() {
  return keptSkill()?.skill ?? SKILLS[0];
}

/** @param {string} skill @param {() => void} dismiss */
export function skillChip(skill, dismiss) {
  const params = { skill: { t: `skill.${skill}.name` } };
  const node = el('button', { class: 'chip skill-chip', type: 'button', label: 'skill.chip', params, data: { act: 'skill' } },
    icon('idea'), el('span', { class: 'skill-name', t: `skill.${skill}.name` }));
  node.addEventListener('click', () => reminderSheet(skill, dismiss));
  speak('say', said({ key: 'skill.chip', params }));
  return node;
}

/** What it was about, and the way to be rid of it. @param {string} skill @param {() => void} dismiss */
function reminderSheet(skill, dismiss) {
  const close = (/** @type {() => void} */ act) => () => {
    act();
    dialog.close();
  };
  const dialog = openSheet(`skill.${skill}.name`, {
    name: 'reminder', body: [el('p', { t: `skill.${skill}.how` })],
    foot: [button('skill.keep', close(() => undefined), { kind: 'primary', name: 'keep-skill' }), button('skill.drop', close(dismiss), { name: 'drop-skill' })],
  });
}
