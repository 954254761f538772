/** Asks the server once for each board where the own pieces could go in the other's turn. */

import { previewOf } from '../core/preview.js';
import { call } from '../net/api.js';
import { rulesBody } from '../net/judge.js';

/** @param {import('../page.js').Page} page */
export function createPreview(page) {
  let asked = '';
  return async () => {
    const s = page.state().room;
    const wanted = s && previewOf(s);
    if (!s?.rules || !wanted || asked === wanted.position) return;
    asked = wanted.position;
    const answer = await call('POST', 'api/positions', { position: wanted.position, rules: rulesBody(s.rules) });
    asked = '';
    if (!answer.ok) return;
    const { legal } = /** @type {import('../wire.d.ts').Judged} */ (answer.data);
    page.room({ type: 'preview', game: wanted.game, ply: wanted.ply, legal });
  };
}
