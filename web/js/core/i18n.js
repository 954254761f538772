/** Sentences by key in the reader's language. Pure: the catalogues are handed in. */

import { formatParts, parseMessage } from './icu.js';

/**
 * @typedef {import('./icu.js').Part} Part
 * @typedef {import('./icu.js').Value} Value
 * @typedef {string | number | {name: string} | {clock: number} | {t: string, params?: Params, tint?: string}} Param
 *   `{name}`: a person's name, kept apart from the text's direction; `{clock}`: a time of day, in ms;
 *   `{t}`: another sentence's key
 * @typedef {{[name: string]: Param}} Params
 * @typedef {(key: string, params?: Params) => string} Translate
 * @typedef {{language: string, t: Translate, has: (key: string) => boolean,
 *   parts: (key: string, params?: Params) => Part[]}} Translator
 */

/**
 * The best of the languages there are for a reader's list of wishes.
 * @param {readonly string[]} wishes @param {readonly string[]} known
 * @returns {string}
 */
export function pickLanguage(wishes, known) {
  for (const wish of wishes) {
    const tag = wish.toLowerCase();
    if (/^zh\b.*\b(tw|hk|mo|hant)\b/.test(tag)) return 'zh-Hant';
    if (/^zh\b/.test(tag)) return 'zh-Hans';
    const base = tag.replace(/-.*/, '');
    const found = known.find((one) => one.toLowerCase() === tag) ?? known.find((one) => one === base);
    if (found) return found;
  }
  return 'en';
}

/** In plain text a name is fenced by isolates, so that its direction stays its own. */
const FENCE = ['\u2068', '\u2069'];

/** @param {Part} part */
function plain(part) {
  if (typeof part === 'string') return part;
  return part.name ? `${FENCE[0]}${part.text}${FENCE[1]}` : part.text;
}

/**
 * @param {string} language
 * @param {Record<string, string>} catalogue
 * @param {Record<string, string>} fallback  English
 * @returns {Translator}
 */
export function createTranslator(language, catalogue, fallback) {
  /** @type {Map<string, import('./icu.js').Node[]>} */
  const parsed = new Map();
  /** @param {string} key */
  const nodesOf = (key) => {
    let nodes = parsed.get(key);
    if (!nodes) parsed.set(key, (nodes = parseMessage(catalogue[key] ?? fallback[key] ?? key)));
    return nodes;
  };
  /** @param {Param} param @returns {Value} */
  const resolved = (param) => {
    if (typeof param !== 'object') return param;
    if ('name' in param) return { text: param.name, name: true };
    if ('clock' in param) return new Date(param.clock).toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit' });
    const text = t(param.t, param.params);
    return param.tint ? { text, tint: param.tint } : text;
  };
  /** @param {string} key @param {Params} [params] */
  const parts = (key, params = {}) => {
    const values = Object.entries(params).map(([name, param]) => [name, resolved(param)]);
    return formatParts(nodesOf(key), Object.fromEntries(values), language);
  };
  /** @type {Translate} */
  const t = (key, params) => parts(key, params).map(plain).join('');
  return {
    language, parts, t,
    has: (key) => Object.hasOwn(catalogue, key) || Object.hasOwn(fallback, key),
  };
}
