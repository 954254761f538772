/** The one place where the state lives: dispatch an action, and everybody who asked is told. */

import { reduceApp } from './core/app.js';

/**
 * @typedef {import('./state.d.ts').AppState} AppState
 * @typedef {import('./state.d.ts').AppAction} AppAction
 * @typedef {{get: () => AppState, dispatch: (action: AppAction) => void,
 *   subscribe: (listener: (state: AppState) => void) => () => void}} Store
 */

/** @param {AppState} initial @returns {Store} */
export function createStore(initial) {
  let state = initial;
  /** @type {Set<(state: AppState) => void>} */
  const listeners = new Set();
  let isTelling = false;
  let isStale = false;

  function announce() {
    if (isTelling) {
      isStale = true;
      return;
    }
    isTelling = true;
    try {
      do {
        isStale = false;
        for (const listener of [...listeners]) listener(state);
      } while (isStale);
    } finally {
      isTelling = false;
    }
  }

  return {
    get: () => state,
    dispatch(action) {
      const next = reduceApp(state, action);
      if (next === state) return;
      state = next;
      announce();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
