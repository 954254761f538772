/** Which screen a state is shown on. */

import { mySeats } from './facts.js';

/** @typedef {import('../state.d.ts').AppState} AppState */
/** @typedef {import('../state.d.ts').RoomState} RoomState */
/**
 * @typedef {'home' | 'rules' | 'settings' | 'replay' | 'learn' | 'missing' | 'loading' | 'join' | 'lobby' | 'drawing' | 'game' | 'gone'} ScreenName
 */

/** @param {AppState} state @returns {ScreenName} */
export function screenOf(state) {
  if (state.route.name !== 'room') return state.route.name;
  return state.room ? roomScreen(state.room) : 'loading';
}

/** @param {RoomState} s @returns {ScreenName} */
function roomScreen(s) {
  if (s.stage !== 'live') return s.stage;
  switch (s.room?.phase) {
    case 'waiting': return 'lobby';
    case 'drawing': return 'drawing';
    case 'playing': return isDrawFresh(s) ? 'drawing' : 'game';
    case 'over': return 'game';
    default: return 'gone';
  }
}

/** Both have picked, nobody has played, and the reader has not gone on. @param {RoomState} s */
function isDrawFresh(s) {
  const tiles = s.room?.draw_for_first?.tiles;
  return !!tiles && s.game?.ply === 0 && s.drawSeen !== s.game.number && mySeats(s).length > 0;
}

/** A key that changes exactly when another screen has to be built. @param {AppState} state */
export function screenKey(state) {
  const { route } = state;
  const what = route.name === 'replay' ? JSON.stringify(route.game) : route.name === 'room' ? route.code : route.name === 'learn' ? route.lesson : '';
  return `${screenOf(state)} ${what} ${state.room?.you ?? ''}`;
}
