/** Shows the screen a state asks for: builds it once, patches it, gives focus to what is new. */

import { screenKey, screenOf } from './core/screen.js';
import { closeSheets } from './ui/dialog.js';
import { drawingScreen } from './screens/drawing.js';
import { gameScreen } from './game/screen.js';
import { goneScreen, loadingScreen, missingScreen } from './screens/gone.js';
import { homeScreen } from './screens/home.js';
import { joinScreen } from './screens/join.js';
import { lobbyScreen } from './screens/lobby.js';
import { rulesScreen } from './screens/rules.js';
import { settingsScreen } from './screens/settings.js';

/**
 * @typedef {import('./state.d.ts').AppState} AppState
 * @typedef {import('./page.js').Page} Page
 * @typedef {{
 *   element: HTMLElement, heading: HTMLElement, update: (state: AppState) => void,
 *   tick?: (state: AppState) => void, relabel?: () => void, destroy?: () => void,
 *   key?: (letter: string) => void,
 * }} Screen
 */

/** @type {Record<import('./core/screen.js').ScreenName, (page: Page, code: string) => Screen>} */
const BUILDERS = {
  home: homeScreen, rules: rulesScreen, settings: settingsScreen, missing: missingScreen,
  loading: loadingScreen, join: joinScreen, lobby: lobbyScreen, drawing: drawingScreen,
  game: gameScreen, gone: goneScreen,
};

/** @param {Page} page @param {HTMLElement} main */
export function createScreens(page, main) {
  /** @type {Screen | null} */
  let screen = null;
  let shown = '';

  /** @param {AppState} state */
  function change(state) {
    const isFirst = screen === null;
    screen?.destroy?.();
    closeSheets();
    const code = state.route.name === 'room' ? state.route.code : '';
    screen = BUILDERS[screenOf(state)](page, code);
    main.replaceChildren(screen.element);
    document.body.dataset.screen = screenOf(state);
    window.scrollTo(0, 0);
    if (!isFirst) screen.heading.focus({ preventScroll: true });
  }

  return {
    /** @param {AppState} state */
    update(state) {
      const key = screenKey(state);
      const focused = document.activeElement;
      if (key !== shown) change(state);
      shown = key;
      screen?.update(state);
      const now = document.activeElement;
      const isLost = (now === document.body && focused !== document.body) || now?.closest('[hidden]');
      if (isLost) main.focus({ preventScroll: true });
    },
    tick: (/** @type {AppState} */ state) => screen?.tick?.(state),
    relabel: () => screen?.relabel?.(),
  };
}
