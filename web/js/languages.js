/** The languages there are: every file of `locales/`, by its tag, with its name for itself. */

/** @type {Record<string, string>} */
export const LANGUAGES = JSON.parse(document.querySelector('meta[name="languages"]')?.getAttribute('content') ?? '{}');
