/** What somebody who looks into a problem wants to know, as a text. Nothing secret is in it. */

import { colourOfSeat } from './facts.js';
import { positionString } from './notation.js';

/**
 * @param {import('../state.d.ts').RoomState | null} s @param {import('../wire.d.ts').Rules} rules
 * @param {Record<string, string>} facts  of the page and the browser
 */
export function reportText(s, rules, facts) {
  const { game } = s ?? {};
  const turn = s && game?.turn ? colourOfSeat(s, game.turn) : null;
  const lines = {
    ...facts,
    rules: JSON.stringify(rules),
    ...(s && game ? {
      game: String(game.number), ply: String(game.ply), position: positionString(game, turn), moves: s.moves.join(' ') || '-',
      chases: JSON.stringify(game.chases), result: JSON.stringify(game.result),
    } : {}),
  };
  return Object.entries(lines).map(([name, value]) => `${name}: ${value}`).join('\n');
}
