/** Loads a language's sentences and makes them the page's. A key is never shown for want of them. */

import { createTranslator } from './core/i18n.js';
import { persist } from './net/persist.js';
import { useTranslator } from './ui/dom.js';

const TRIES = 3;
const FALLBACK = 'en';

/** @typedef {Record<string, string>} Catalogue */

/** Catalogues that have come or are on their way. @type {Map<string, Promise<Catalogue | null>>} */
const known = new Map();

/** @param {string} language @returns {Promise<Catalogue | null>} */
export function fetchLanguage(language) {
  const coming = known.get(language) ?? catalogue(language);
  known.set(language, coming);
  return coming;
}

/** @param {string} language @returns {Promise<Catalogue | null>} */
async function catalogue(language) {
  try {
    const response = await fetch(new URL(`../locales/${language}.json`, import.meta.url));
    if (response.ok) return await response.json();
  } catch {
    // No answer, or half of one: the same as a wrong one.
  }
  known.delete(language);
  return null;
}

/**
 * Takes a language, or English where it cannot be had.
 * @param {string} language
 * @returns {Promise<true | null>} null: there are no sentences; what was spoken before stays
 */
export async function useLanguage(language) {
  for (const one of new Set([language, FALLBACK])) {
    const sentences = await persist(() => fetchLanguage(one), TRIES);
    if (!sentences) continue;
    useTranslator(createTranslator(one, sentences, sentences));
    document.documentElement.lang = one;
    return true;
  }
  return null;
}
