/** Runs before the rest of the page has arrived: asks for the sentences that every first sight waits for. */

import { languageOf, storedPrefs } from './stored.js';

const language = languageOf(storedPrefs().language);
const link = document.createElement('link');
link.rel = 'preload';
link.as = 'fetch';
link.crossOrigin = 'anonymous';
link.href = new URL(`../locales/${language}.json`, import.meta.url).href;
document.head.append(link);
