/** Addresses: which screen a path means. Every page lives one level below the base path. */

import { normaliseCode } from './code.js';

/**
 * @typedef {{name: 'home' | 'rules' | 'settings'} | {name: 'room', code: string}
 *   | {name: 'missing', path: string}} Route
 */

/**
 * @param {string} pathname
 * @returns {Route}
 */
export function parsePath(pathname) {
  const leaf = decode(pathname.slice(pathname.lastIndexOf('/') + 1));
  if (leaf === '' || leaf === 'index.html') return { name: 'home' };
  if (leaf === 'rules' || leaf === 'settings') return { name: leaf };
  const code = normaliseCode(leaf);
  return code ? { name: 'room', code } : { name: 'missing', path: leaf };
}

/** @param {string} leaf */
function decode(leaf) {
  try {
    return decodeURIComponent(leaf);
  } catch {
    return leaf;
  }
}

/**
 * The path relative to the base, "." for home.
 * @param {Route} route
 */
export function pathOf(route) {
  switch (route.name) {
    case 'home': return '.';
    case 'room': return route.code;
    case 'missing': return route.path;
    default: return route.name;
  }
}

/**
 * The seat token in a fragment `#seat=…`, or null.
 * @param {string} hash
 */
export function seatInHash(hash) {
  return /^#seat=([A-Za-z0-9_-]{43})$/.exec(hash)?.[1] ?? null;
}
