/**
 * Shows the screen a state asks for: loads and builds it once, patches it, gives focus to what is
 * new. Until a new screen is there the old one stays.
 */

import { screenKey, screenOf } from './core/screen.js';
import { closeSheets } from './ui/dialog.js';
import { goneScreen, loadingScreen, missingScreen } from './screens/gone.js';

/**
 * @typedef {import('./state.d.ts').AppState} AppState
 * @typedef {import('./core/screen.js').ScreenName} ScreenName
 * @typedef {import('./page.js').Page} Page
 * @typedef {{
 *   element: HTMLElement, heading: HTMLElement, update: (state: AppState) => void,
 *   tick?: (state: AppState) => void, relabel?: () => void, destroy?: () => void,
 * }} Screen
 * @typedef {(page: Page, code: string) => Screen} Builder
 */

/** What the first sight of the page does not need is loaded when it is. @type {Record<ScreenName, () => Builder | Promise<Builder>>} */
const BUILDERS = {
  loading: () => loadingScreen,
  gone: () => goneScreen,
  missing: () => missingScreen,
  home: async () => (await import('./screens/home.js')).homeScreen,
  rules: async () => (await import('./screens/rules.js')).rulesScreen,
  settings: async () => (await import('./screens/settings.js')).settingsScreen,
  join: async () => (await import('./screens/join.js')).joinScreen,
  lobby: async () => (await import('./screens/lobby.js')).lobbyScreen,
  drawing: async () => (await import('./screens/drawing.js')).drawingScreen,
  game: async () => (await import('./game/screen.js')).gameScreen,
};

/** What probably comes next is fetched while the reader reads. @type {Partial<Record<ScreenName, ScreenName[]>>} */
const NEXT = { join: ['drawing', 'game'], lobby: ['drawing', 'game'] };

/** @param {Page} page @param {HTMLElement} main */
export function createScreens(page, main) {
  /** @type {Screen | null} */
  let screen = null;
  let wanted = '';
  let shown = '';

  /** @param {AppState} state @param {string} key */
  async function change(state, key) {
    const name = screenOf(state);
    const build = BUILDERS[name]();
    const builder = build instanceof Promise ? await build : build;
    if (wanted !== key) return;
    const now = page.state();
    place(name, builder(page, now.route.name === 'room' ? now.route.code : ''));
    shown = key;
    screen?.update(now);
    for (const next of NEXT[name] ?? []) void BUILDERS[next]();
  }

  /** @param {ScreenName} name @param {Screen} next */
  function place(name, next) {
    const isFirst = screen === null;
    screen?.destroy?.();
    closeSheets();
    screen = next;
    main.replaceChildren(next.element);
    document.body.dataset['screen'] = name;
    window.scrollTo(0, 0);
    if (!isFirst) next.heading.focus({ preventScroll: true });
  }

  return {
    /** @param {AppState} state */
    update(state) {
      const key = screenKey(state);
      if (key !== wanted) {
        wanted = key;
        void change(state, key);
      } else if (key === shown) {
        patch(() => screen?.update(state), main);
      }
    },
    tick(/** @type {AppState} */ state) {
      if (wanted === shown) screen?.tick?.(state);
    },
    relabel: () => screen?.relabel?.(),
  };
}

/** Runs an update; focus that it took away goes to the main part. @param {() => void} update @param {HTMLElement} main */
function patch(update, main) {
  const focused = document.activeElement;
  update();
  const now = document.activeElement;
  const isLost = (now === document.body && focused !== document.body) || now?.closest('[hidden]');
  if (isLost) main.focus({ preventScroll: true });
}
