/** The result of a game in plain words, to be sent to somebody. */

import { SEATS, sideOf } from './facts.js';
import { resultReason } from './result.js';

/** @param {import('../state.d.ts').RoomState} s @returns {import('../state.d.ts').Sentence} */
export function shareSentence(s) {
  const winner = s.game?.result?.winner ?? null;
  const { key, params } = resultReason(s);
  const [a, b] = SEATS.map((seat) => s.game?.captured[seat].length ?? 0);
  const told = { n: s.game?.ply ?? 0, a: a ?? 0, b: b ?? 0, reason: { t: key, ...(params ? { params } : {}) } };
  return winner ? { key: 'share.won', params: { ...told, side: sideOf(s, winner) } } : { key: 'share.open', params: told };
}
