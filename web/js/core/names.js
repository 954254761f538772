/** Names as the page checks them before the server does: length as a reader counts it. */

export const NAME_LENGTH = 24;

// Control and direction characters; joiners stay, emoji need them.
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Trimmed, composed, without control and direction characters. @param {string} text */
export function cleanName(text) {
  return text.normalize('NFC').replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
}

/** How many characters a reader sees. @param {string} text */
export function visibleLength(text) {
  if (typeof Intl.Segmenter !== 'function') return [...text].length;
  return [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].length;
}

/** An empty name is fine (it becomes "Player 1"). @param {string} text */
export function isNameUsable(text) {
  return visibleLength(cleanName(text)) <= NAME_LENGTH;
}

/** Did the server put a number behind the name, because the other player has the same? @param {string} wished @param {string} called */
export function wasNumbered(wished, called) {
  return called !== cleanName(wished) && / \(\d\)$/.test(called);
}
