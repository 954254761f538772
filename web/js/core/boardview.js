/** What the board component is told about a room: its view, from live play or from the past. */

import { canAct, colourOfSeat, isLocal, mySeat, pendingPlay } from './facts.js';
import { boardAfter, squaresOf } from './notation.js';
import { mayPlan } from './premove.js';
import { previewed } from './preview.js';

/** @typedef {import('../state.d.ts').RoomState} RoomState */
/** @typedef {import('../board/options.js').BoardView} BoardView */

const NOTHING = '.'.repeat(32);

/** @param {RoomState} s @returns {BoardView} */
export function boardView(s) {
  const game = s.game;
  if (!game) return { board: NOTHING, legal: [], barred: [], canAct: false, last: null, pending: null, you: null, live: false };
  return s.viewing === null ? liveView(s, game) : pastView(s, game, s.viewing);
}

/** @param {RoomState} s @param {import('../wire.d.ts').Game} game @returns {BoardView} */
function liveView(s, game) {
  const play = pendingPlay(s)?.command;
  return {
    board: game.board, legal: [...game.legal, ...previewed(s)], barred: game.barred, canAct: canAct(s),
    last: s.last ? { squares: squaresOf(s.last) } : null,
    pending: play?.type === 'play' ? play.action : s.asking === 'move' ? s.considered : null,
    you: touchable(s), live: true, canPlan: mayPlan(s), planned: s.premove?.action ?? null,
  };
}

/** The colour whose pieces may be touched here. @param {RoomState} s */
function touchable(s) {
  const seat = isLocal(s) ? s.game?.turn : mySeat(s);
  return seat ? colourOfSeat(s, seat) : null;
}

/** @param {RoomState} s @param {import('../wire.d.ts').Game} game @param {number} ply @returns {BoardView} */
function pastView(s, game, ply) {
  const last = s.moves[ply - 1];
  return {
    board: boardAfter(game.board, s.moves, ply), legal: [], barred: [], canAct: false,
    last: last ? { squares: squaresOf(last) } : null, pending: null, you: null, live: false,
  };
}
