/** Addresses: which screen a path means. Every page lives one level below the base path. */

import { normaliseCode } from './code.js';

/**
 * @typedef {'computer' | 'local'} Way  a sheet that the first page opens
 * @typedef {{code: string, number: number, ply: number | null}} FinishedGame
 * @typedef {{name: 'home', way?: Way} | {name: 'rules' | 'settings'} | {name: 'room', code: string}
 *   | {name: 'replay', game: FinishedGame | null} | {name: 'learn', lesson: string | null} | {name: 'missing', path: string}} Route
 */

/**
 * @param {string} pathname @param {string} [hash]
 * @returns {Route}
 */
export function parsePath(pathname, hash = '') {
  const leaf = decode(pathname.slice(pathname.lastIndexOf('/') + 1));
  if (leaf === '' || leaf === 'index.html') return home(hash);
  if (leaf === 'rules' || leaf === 'settings') return { name: leaf };
  if (leaf === 'learn') return { name: leaf, lesson: lessonInHash(hash) };
  if (leaf === 'replay') return { name: 'replay', game: gameInHash(hash) };
  const code = normaliseCode(leaf);
  return code ? { name: 'room', code } : { name: 'missing', path: leaf };
}

/** The first page, with the sheet that a fragment `#computer` or `#local` asks for. @param {string} hash @returns {Route} */
function home(hash) {
  const way = hash.slice(1);
  return way === 'computer' || way === 'local' ? { name: 'home', way } : { name: 'home' };
}

/** The finished game in a fragment `#K7Q2MX.3` or, at a ply, `#K7Q2MX.3.41`. @param {string} hash @returns {FinishedGame | null} */
export function gameInHash(hash) {
  const [, letters, number, ply] = /^#?([^.]+)\.(\d{1,6})(?:\.(\d{1,4}))?$/.exec(hash) ?? [];
  const code = normaliseCode(letters ?? '');
  return code ? { code, number: Number(number), ply: ply === undefined ? null : Number(ply) } : null;
}

/** The lesson in a fragment `#cannon`, or null. @param {string} hash */
function lessonInHash(hash) {
  return /^#([a-z]{2,20})$/.exec(hash)?.[1] ?? null;
}

/** @param {FinishedGame | null} game */
function replayPath(game) {
  if (!game) return 'replay';
  return `replay#${game.code}.${game.number}${game.ply === null ? '' : `.${game.ply}`}`;
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
    case 'replay': return replayPath(route.game);
    case 'learn': return route.lesson ? `learn#${route.lesson}` : 'learn';
    case 'missing': return encodeURIComponent(route.path);
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
