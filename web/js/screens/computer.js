/** The computer as an opponent: the sheet that makes a room with it, and the choice of its level. */

import { cleanName, isNameUsable } from '../core/names.js';
import { SEATS } from '../core/facts.js';
import { el } from '../ui/dom.js';
import { nameField, radios } from '../ui/fields.js';
import { noServer, oddsField, openForm } from './create.js';
import { clockForm, rulesForm } from './rulesform.js';

/** @typedef {import('../page.js').Page} Page */

const LEVELS = ['1', '2', '3', '4', '5'];

/** How well it plays; what was chosen last is offered first. @param {Page} page @param {number} [given] */
function levelField(page, given) {
  let level = given ?? page.state().prefs.level;
  const choices = LEVELS.map((value) => ({
    value, label: { key: `computer.level.${value}` }, more: el('span', { class: 'radio-more', t: `computer.about.${value}` }),
  }));
  const element = radios('level', 'computer.level', choices, String(level), (value) => { level = Number(value); });
  return {
    element,
    read() {
      page.setPrefs({ level });
      return level;
    },
  };
}

/** @param {Page} page */
export async function computerSheet(page) {
  if (!(await page.loadMenu())) return noServer(page, computerSheet);
  const menu = /** @type {import('../wire.d.ts').RulesMenu} */ (page.state().menu);
  const name = nameField(page.state().prefs.name, 'computer.name.hint');
  const level = levelField(page);
  const rules = rulesForm(menu, null, { against: 'computer' });
  const clock = clockForm(null);
  const odds = oddsField();
  const fields = [fairly(), level.element, name.element, ...rules.nodes, ...clock.nodes, odds.element];
  openForm('computer.title', 'computer', fields, 'computer.submit', async (fail) => {
    const chosen = cleanName(name.input.value);
    name.clear();
    if (!isNameUsable(chosen)) return name.fail('error.nameBad');
    page.setPrefs({ name: chosen });
    const answer = await page.createRoom({
      opponent: 'computer', level: level.read(), ...rules.read(), clock: clock.read(), odds: odds.read(), ...(chosen ? { name: chosen } : {}),
    });
    if (!answer.ok) return answer.code === 'name_invalid' ? name.fail('error.nameBad') : fail(answer);
  });
}

/** On the free seat of this room, or for its next game. @param {Page} page */
export function seatComputerSheet(page) {
  const s = page.state().room;
  if (!s) return;
  const seat = SEATS.find((each) => s.room?.seats[each]?.computer);
  const level = levelField(page, (seat && s.room?.seats[seat]?.computer) || undefined);
  const dialog = openForm('computer.title', 'computer', [fairly(), level.element], 'computer.submit', async (fail) => {
    const answer = await page.ask({ type: 'seat_computer', level: level.read() });
    if (!answer.ok) return fail({ ...answer, after: null });
    dialog.close();
  });
}

function fairly() {
  return el('p', { class: 'hint', t: 'computer.fair' });
}
