/** Records as texts: up to a ply, and what a ply in it says. The server alone reads them for good. */

const NUMBER = /^\d+\.+$/;
const SCORE = /^(1-0|0-1|1\/2-1\/2|\*)$/;
const ENDING = /^\s*\[(Result|Termination|Points)\s/;

/** @param {string} text @returns {Record<string, unknown> | null} */
function asJson(text) {
  try {
    const value = JSON.parse(text);
    return value !== null && typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** Tags and plies of a text record. @param {string} text */
function split(text) {
  const lines = text.split(/\r?\n/);
  const tags = lines.filter((line) => /^\s*\[/.test(line));
  const body = lines.filter((line) => !/^\s*\[/.test(line)).join(' ').replace(/\{[^}]*\}/g, ' ');
  const words = body.split(/\s+/).map((word) => word.replace(/^\d+\.+(?=.)/, ''));
  return { tags, plies: words.filter((word) => word && !NUMBER.test(word) && !SCORE.test(word)) };
}

/** The plies of a record of either kind. @param {string} text @returns {string[]} */
export function pliesOf(text) {
  const json = asJson(text);
  if (!json) return split(text).plies;
  return Array.isArray(json['moves']) ? json['moves'].map(String) : [];
}

/** The record up to a ply, without what came after it: no result. @param {string} text @param {number} ply */
export function upTo(text, ply) {
  const json = asJson(text);
  const plies = pliesOf(text).slice(0, ply);
  if (json) return JSON.stringify({ ...json, moves: plies, result: null, ...(ply === 0 ? { colors: null } : {}) });
  const { tags } = split(text);
  const kept = tags.filter((line) => !ENDING.test(line) && (ply > 0 || !/^\s*\[FirstColour/.test(line)));
  return `${[...kept, '[Result "*"]'].join('\n')}\n\n${plies.join(' ')} *\n`;
}

/** A game's address in a text: `replay#K7Q2MX.3`, alone or in a link. @param {string} text */
export function addressIn(text) {
  return /^\S*replay#(\S+)\s*$/.exec(text.trim())?.[1] ?? null;
}
