/** A game whose room the server has lost: its record is in this tab, its rules make a new room. */

import { ownRecord } from '../core/ownrecord.js';
import { save } from '../replay/save.js';

/** @typedef {import('../page.js').Page} Page */

/** @param {Page} page */
export function reviewOwn(page) {
  const s = page.state().room;
  if (s) page.review(ownRecord(s, new Date()));
}

/** @param {Page} page */
export function saveOwn(page) {
  const s = page.state().room;
  if (!s) return;
  save(`banqi-${s.code}-${s.game?.number ?? 1}.banqi.json`, 'application/json', ownRecord(s, new Date()));
  page.tell('end.saved');
}

/** A room like the one that is gone. @param {Page} page */
export async function sameRules(page) {
  const s = page.state().room;
  if (!s?.rules || !s.room) return;
  const { preset, ...options } = s.rules;
  const name = page.state().prefs.name;
  const answer = await page.createRoom({
    opponent: s.room.opponent, first: s.rules.first_mover, clock: s.room.clock, spectators: s.room.spectators,
    rules: preset === 'custom' ? options : { preset }, ...(name ? { name } : {}),
  });
  if (!answer.ok) page.tell('error.part');
}
