/** The settings that this device keeps, and the language they lead to. */

import { pickLanguage } from './core/i18n.js';
import { CHOICES, readPrefs } from './core/prefs.js';
import { LANGUAGES } from './languages.js';

/** @typedef {import('./core/prefs.js').Prefs} Prefs */

const PREFS = 'banqi.prefs';

/** As stored; an address with `?lang=` or `?pieces=` goes before. @returns {Prefs} */
export function storedPrefs() {
  const prefs = readPrefs(stored());
  const asked = new URLSearchParams(location.search);
  const language = asked.get('lang');
  const pieces = asked.get('pieces') ?? '';
  return {
    ...prefs,
    ...(language ? { language: pickLanguage([language], Object.keys(LANGUAGES)) } : {}),
    ...(CHOICES['pieces']?.includes(pieces) ? { pieces } : {}),
  };
}

function stored() {
  try {
    return localStorage.getItem(PREFS);
  } catch {
    return null;
  }
}

/** @param {Prefs} prefs */
export function storePrefs(prefs) {
  try {
    localStorage.setItem(PREFS, JSON.stringify(prefs));
  } catch {
    // The setting holds for this visit.
  }
}

/** What another tab has set holds in this one too. @param {(prefs: Prefs) => void} adopt */
export function followPrefs(adopt) {
  window.addEventListener('storage', ({ key }) => { if (key === PREFS) adopt(storedPrefs()); });
}

/** @param {string} wish  a language or `auto`; one that there is not any more is as good as none */
export function languageOf(wish) {
  return wish in LANGUAGES ? wish : pickLanguage(navigator.languages, Object.keys(LANGUAGES));
}
