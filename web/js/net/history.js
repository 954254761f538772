/** Finished games that this browser keeps, the newest first. Nobody else has this list. */

import { fetchBlob } from './api.js';
import { forgetReadGames } from './keptgames.js';

/**
 * @typedef {{id: string, at: number, names: (string | null)[], winner: string | null, reason: string,
 *   plies: number, record: string}} KeptGame  `id`: the room's code and the game's number
 */

const KEY = 'banqi.history';
const MOST = 40;

/** @returns {KeptGame[]} */
export function keptGames() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isGame) : [];
  } catch {
    return [];
  }
}

/** @param {any} one @returns {one is KeptGame} */
function isGame(one) {
  return typeof one?.id === 'string' && typeof one.record === 'string' && Array.isArray(one.names);
}

/** @param {KeptGame[]} games */
function store(games) {
  try {
    if (games.length) localStorage.setItem(KEY, JSON.stringify(games));
    else localStorage.removeItem(KEY);
  } catch {
    // A full or forbidden store keeps no games; the server still has this one for a while.
  }
}

/** Keeps the record of a game that has just ended. @param {import('../state.d.ts').RoomState} s */
export async function keepGame(s) {
  const { game, room } = s;
  if (!game?.result || !room) return;
  const id = `${s.code}.${game.number}`;
  if (keptGames().some((one) => one.id === id)) return;
  const blob = await fetchBlob('GET', `api/rooms/${s.code}/games/${game.number}.txt`);
  const record = await blob?.text().catch(() => null);
  if (!record) return;
  const kept = {
    id, at: Date.now(), names: [room.seats.host?.name ?? null, room.seats.guest?.name ?? null],
    winner: game.result.winner, reason: game.result.reason, plies: game.ply, record,
  };
  store([kept, ...keptGames().filter((one) => one.id !== id)].slice(0, MOST));
}

/** @param {string} id */
export function forgetGame(id) {
  store(keptGames().filter((one) => one.id !== id));
}

/** Whatever of any game is kept here. */
export function forgetGames() {
  store([]);
  forgetReadGames();
}

/** All records, one after another, as one text. */
export function allRecords() {
  return keptGames().map(({ record }) => record.trimEnd()).join('\n\n\n');
}
