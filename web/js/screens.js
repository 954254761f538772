/**
 * Shows the screen a state asks for: loads and builds it once, patches it, gives focus to what is
 * new. Until a new screen is there the old one stays.
 */

import { screenKey, screenOf } from './core/screen.js';
import { persist } from './net/persist.js';
import { closeSheets } from './ui/dialog.js';
import { PARTS, atLeisure } from './parts.js';
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

/** Screens that are always at hand. @type {Partial<Record<ScreenName, Builder>>} */
const AT_HAND = { loading: loadingScreen, gone: goneScreen, missing: missingScreen };

/** @param {Page} page @param {HTMLElement} main */
export function createScreens(page, main) {
  /** @type {Screen | null} */
  let screen = null;
  let wanted = '';
  let shown = '';
  let isWhole = false;
  let isScrolled = false;
  window.addEventListener('scroll', () => { isScrolled = true; }, { passive: true });

  /** @param {AppState} state @param {string} key */
  async function change(state, key) {
    const name = screenOf(state);
    const builder = AT_HAND[name] ?? await fetched(name, () => wanted !== key);
    if (wanted !== key || !builder) return;
    const now = page.state();
    const isFirst = screen === null;
    place(name, builder(page, now.route.name === 'room' ? now.route.code : ''));
    shown = key;
    screen?.update(now);
    // Last: to give focus the page has to be laid out.
    if (!isFirst && !main.contains(document.activeElement)) screen?.heading.focus({ preventScroll: true });
    if (!AT_HAND[name]) rest();
  }

  /** Once the first screen stands. */
  function rest() {
    if (!isWhole) atLeisure();
    isWhole = true;
  }

  /** @param {ScreenName} name @param {Screen} next */
  function place(name, next) {
    screen?.destroy?.();
    closeSheets();
    screen = next;
    if (isScrolled) window.scrollTo(0, 0); // asked only then: the page is laid out for it
    isScrolled = false;
    main.replaceChildren(next.element);
    document.body.dataset['screen'] = name;
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

/**
 * A screen's builder, however often it has to be asked for; null once it is not wanted any more.
 * @param {ScreenName} name @param {() => boolean} isStale
 */
async function fetched(name, isStale) {
  const part = PARTS[/** @type {import('./parts.js').PartName} */ (name)];
  const found = await persist(async () => (isStale() ? /** @type {const} */ ('stale') : part().catch(() => null)));
  return found === 'stale' ? null : found;
}

/** Runs an update; focus that it took away goes to the main part. @param {() => void} update @param {HTMLElement} main */
function patch(update, main) {
  const focused = document.activeElement;
  update();
  const now = document.activeElement;
  const isLost = (now === document.body && focused !== document.body) || now?.closest('[hidden]');
  if (isLost) main.focus({ preventScroll: true });
}
