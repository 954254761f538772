/** Other rules for the next game: the host while waiting, either player after the end. */

import { noServer, openForm } from './create.js';
import { clockForm, rulesForm } from './rulesform.js';
import { computerSeat, isLocal } from '../core/facts.js';

/** @typedef {import('../page.js').Page} Page */

/** @param {Page} page */
export async function editRulesSheet(page) {
  const s = page.state().room;
  if (!s?.rules) return;
  if (!(await page.loadMenu())) return noServer(page, editRulesSheet);
  const menu = /** @type {import('../wire.d.ts').RulesMenu} */ (page.state().menu);
  const rules = rulesForm(menu, s.rules, { against: isLocal(s) ? 'local' : computerSeat(s) ? 'computer' : 'friend' });
  const clock = clockForm(s.room?.clock ?? null);
  const dialog = openForm('edit.title', 'edit', [...rules.nodes, ...clock.nodes], 'edit.submit', async () => {
    page.send({ type: 'set_rules', rules: rules.read().rules, clock: clock.read() });
    dialog.close();
  });
}
