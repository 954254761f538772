/** Loads a language's sentences and makes them the page's. A key is never shown for want of them. */

import { createTranslator } from './core/i18n.js';
import { persist } from './net/persist.js';
import { useTranslator } from './ui/dom.js';

const TRIES = 3;
const FALLBACK = 'en';

/** @typedef {Record<string, string>} Catalogue */

/** What is wanted besides the first sight's own sentences. @typedef {'more' | 'learn'} Book */

/** Catalogues that have come or are on their way, by their address. @type {Map<string, Promise<Catalogue | null>>} */
const known = new Map();
/** Books that have been wanted since the start: every language is fetched with them. @type {Set<Book>} */
const wanted = new Set();
/** Books whose sentences are the page's, or about to be. @type {Map<Book, Promise<void>>} */
const spoken = new Map();

/** @param {string} language @param {Book | ''} [book] @returns {Promise<Catalogue | null>} */
export function fetchLanguage(language, book = '') {
  const path = `${book ? `${book}/` : ''}${language}.json`;
  const coming = known.get(path) ?? catalogue(path);
  known.set(path, coming);
  return coming;
}

/** @param {string} path @returns {Promise<Catalogue | null>} */
async function catalogue(path) {
  try {
    const response = await fetch(new URL(`../locales/${path}`, import.meta.url));
    if (response.ok) return await response.json();
  } catch {
    // No answer, or half of one: the same as a wrong one.
  }
  known.delete(path);
  return null;
}

/** A language's sentences, with all that has been wanted; null if any part cannot be had. @param {string} language @returns {Promise<Catalogue | null>} */
async function whole(language) {
  const books = [...wanted];
  const parts = await Promise.all([fetchLanguage(language), ...books.map((book) => fetchLanguage(language, book))]);
  if (parts.includes(null)) return null;
  /** @type {Catalogue} */
  const sentences = Object.assign({}, ...parts);
  return books.length < wanted.size ? whole(language) : sentences;
}

/**
 * Takes a language, or English where it cannot be had.
 * @param {string} language
 * @returns {Promise<true | null>} null: there are no sentences; what was spoken before stays
 */
export async function useLanguage(language) {
  for (const one of new Set([language, FALLBACK])) {
    const sentences = await persist(() => whole(one), TRIES);
    if (!sentences) continue;
    useTranslator(createTranslator(one, sentences, sentences));
    document.documentElement.lang = one;
    return true;
  }
  return null;
}

/**
 * A part of the page together with the sentences it speaks; fails when they cannot be had.
 * @template T
 * @param {Promise<T>} part @param {Book} [book]
 * @returns {Promise<T>}
 */
export async function worded(part, book = 'more') {
  const coming = spoken.get(book) ?? speak(book);
  spoken.set(book, coming);
  const [module] = await Promise.all([part, coming]);
  return module;
}

/** @param {Book} book */
async function speak(book) {
  const isHere = await fetchLanguage(document.documentElement.lang, book);
  if (isHere) wanted.add(book);
  if (isHere && await useLanguage(document.documentElement.lang)) return;
  spoken.delete(book);
  throw new Error(`no sentences for ${book}`);
}
