/** The whole page's state: address, settings, menu of rules, and the one room that is open. */

import { newRoom, reduceRoom } from './room.js';

/**
 * @typedef {import('../state.d.ts').AppState} AppState
 * @typedef {import('../state.d.ts').AppAction} AppAction
 */

/**
 * @param {import('./prefs.js').Prefs} prefs @param {import('./route.js').Route} route
 * @returns {AppState}
 */
export function newApp(prefs, route) {
  return reduceApp({ route, prefs, menu: null, room: null, says: [], said: 0 }, { type: 'navigate', route });
}

/**
 * @param {AppState} s @param {AppAction} action
 * @returns {AppState}
 */
export function reduceApp(s, action) {
  switch (action.type) {
    case 'navigate': return { ...s, route: action.route, room: roomFor(s, action.route) };
    case 'prefs': return { ...s, prefs: action.prefs };
    case 'menu': return { ...s, menu: action.menu };
    case 'room': return s.room?.code === action.code ? { ...s, room: reduceRoom(s.room, action.action) } : s;
    case 'tell': return told(s, action);
    default: return s;
  }
}

/** @param {AppState} s @param {import('./route.js').Route} route */
function roomFor(s, route) {
  if (route.name !== 'room') return null;
  return s.room?.code === route.code ? s.room : newRoom(route.code);
}

/** @param {AppState} s @param {Extract<AppAction, {type: 'tell'}>} action @returns {AppState} */
function told(s, { region, sentences, toast }) {
  const say = { n: s.said + 1, region, sentences, sound: null, toast: toast ?? false };
  return { ...s, says: [...s.says, say].slice(-6), said: s.said + 1 };
}
