/** The last finished games that this device has looked at, as the server read them: for when it is away. */

const KEY = 'banqi.games';
const MOST = 8;

/** @typedef {import('../wire.d.ts').ReadRecord} ReadRecord */
/** @typedef {{name: string, read: ReadRecord}} KeptGame */

/** @returns {KeptGame[]} */
function kept() {
  try {
    const games = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(games) ? games : [];
  } catch {
    return [];
  }
}

/** @param {string} name  a room's game, or a whole record @param {ReadRecord} read */
export function keepGame(name, read) {
  const games = [{ name, read }, ...kept().filter((game) => game.name !== name)].slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(games));
  } catch {
    // A full or forbidden store: the game is there as long as the server is.
  }
}

/** @param {string} name @returns {ReadRecord | null} */
export function keptGame(name) {
  return kept().find((game) => game.name === name)?.read ?? null;
}

/** None of them is kept any more. */
export function forgetReadGames() {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Where nothing can be stored, nothing is.
  }
}
