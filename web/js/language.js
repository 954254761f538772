/** Loads a language's sentences and makes them the page's. */

import { createTranslator } from './core/i18n.js';
import { useTranslator } from './ui/dom.js';

/** @param {string} language @returns {Promise<Record<string, string> | null>} */
async function catalogue(language) {
  try {
    const response = await fetch(new URL(`../locales/${language}.json`, import.meta.url));
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/** @param {string} language */
export async function useLanguage(language) {
  const sentences = await catalogue(language) ?? await catalogue('en') ?? {};
  useTranslator(createTranslator(language, sentences, sentences));
  document.documentElement.lang = language;
}
