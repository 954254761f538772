/** After which game of a room this tab saw its rules changed: so that a reload can still say it. */

const KEY = 'banqi.newrules.';

/** @param {string} code @param {number} game */
export function keepNewRules(code, game) {
  try {
    sessionStorage.setItem(KEY + code, String(game));
  } catch {
    // A tab without memory says it once.
  }
}

/** @param {string} code @param {number} game */
export function hadNewRules(code, game) {
  try {
    return sessionStorage.getItem(KEY + code) === String(game);
  } catch {
    return false;
  }
}
