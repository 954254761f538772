/**
 * Room codes as people write them: full width, lower case, with spaces, inside a pasted link.
 * Knows how a code looks, not whether its room exists.
 */

export const CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXYZ23456789';
export const CODE_LENGTH = 6;

/**
 * @typedef {{status: 'empty'} | {status: 'partial', code: string, missing: number}
 *   | {status: 'complete', code: string} | {status: 'bad', letter: string}} CodeReading
 */

/** @param {string} text */
function plain(text) {
  return text.normalize('NFKC').toUpperCase();
}

/** @param {string} letters */
function isCode(letters) {
  return letters.length === CODE_LENGTH && [...letters].every((c) => CODE_LETTERS.includes(c));
}

/**
 * The last whole code in a link or a sentence, or null.
 * @param {string} text
 * @returns {string | null}
 */
export function findCode(text) {
  const folded = plain(text);
  const linked = folded.match(/[/]([A-Z0-9]{6})(?=$|[\s#?/.,;:!)])/g)?.at(-1)?.slice(1);
  if (linked && isCode(linked)) return linked;
  const words = folded.match(/[A-Z0-9]+/g) ?? [];
  const whole = words.filter(isCode).at(-1);
  if (whole) return whole;
  const split = folded.match(/(?<![A-Z0-9])([A-Z0-9]{3})[\s\-·.]+([A-Z0-9]{3})(?![A-Z0-9])/);
  const joined = split ? `${split[1]}${split[2]}` : '';
  return isCode(joined) ? joined : null;
}

/**
 * What stands in the code field: nothing yet, a beginning, a code, or a letter no code has.
 * @param {string} text
 * @returns {CodeReading}
 */
export function readCode(text) {
  const letters = plain(text).replace(/[\s\-–—.·_]/g, '');
  if (letters === '') return { status: 'empty' };
  if (isCode(letters)) return { status: 'complete', code: letters };
  const found = findCode(text);
  if (found) return { status: 'complete', code: found };
  const bad = [...letters].find((c) => !CODE_LETTERS.includes(c));
  if (bad) return { status: 'bad', letter: bad };
  if (letters.length > CODE_LENGTH) return { status: 'bad', letter: letters.slice(CODE_LENGTH) };
  return { status: 'partial', code: letters, missing: CODE_LENGTH - letters.length };
}

/**
 * The canonical form of a code in an address, or null if it cannot be one.
 * @param {string} text
 */
export function normaliseCode(text) {
  const letters = plain(text).replace(/[\s-]/g, '');
  return isCode(letters) ? letters : null;
}

/** "K7Q 2MX", as it is shown. @param {string} code */
export function spacedCode(code) {
  return `${code.slice(0, 3)} ${code.slice(3)}`;
}

/** "K, 7, Q, 2, M, X", as it is read aloud. @param {string} code */
export function spelledCode(code) {
  return [...code].join(', ');
}
