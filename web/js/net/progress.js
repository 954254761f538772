/** How far this browser's reader has come in the lessons. */

/** @typedef {import('../core/learn.js').Progress} Progress */

const KEY = 'banqi.learn';

/** @returns {Progress} */
export function keptProgress() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return kept && typeof kept === 'object' && !Array.isArray(kept) ? kept : {};
  } catch {
    return {};
  }
}

/** @param {Progress | null} progress  null: from the beginning */
export function keepProgress(progress) {
  try {
    if (progress) localStorage.setItem(KEY, JSON.stringify(progress));
    else localStorage.removeItem(KEY);
  } catch {
    // It holds for this visit.
  }
}
