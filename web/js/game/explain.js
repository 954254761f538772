/** Why a square was not to be had: the server is asked, the sentence is said. */

import { colourOfSeat } from '../core/facts.js';
import { positionString, ruleThatBars } from '../core/notation.js';
import { refusalSentence } from '../core/refusals.js';
import { call } from '../net/api.js';
import { rulesBody } from '../net/judge.js';

/** @typedef {import('../page.js').Page} Page */

/** @param {Page} page @param {string} from @param {string} to @param {boolean} isBarred */
export async function explain(page, from, to, isBarred) {
  const s = page.state().room;
  if (!s?.game) return;
  if (isBarred) return tell(page, ruleThatBars(s.game, from + to));
  const turn = s.game.turn ? colourOfSeat(s, s.game.turn) : null;
  const rules = s.rules ? rulesBody(s.rules) : {};
  const answer = await call('POST', 'api/positions', { position: positionString(s.game, turn), rules, action: from + to });
  const refused = answer.ok ? /** @type {import('../wire.d.ts').Judged} */ (answer.data).refused : null;
  tell(page, refused ?? '');
}

/** @param {Page} page @param {string} rule  empty when it is not known */
function tell(page, rule) {
  const { key, params } = refusalSentence('illegal_action', rule);
  page.tell(key, params ?? {});
}
