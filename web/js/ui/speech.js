/** Reads aloud what the live regions say, by the browser's own voices. */

/** @type {boolean} */
const isThere = 'speechSynthesis' in window;

/** @param {string} text @param {'say' | 'alert'} region  an alert breaks in */
export function readAloud(text, region) {
  if (!isThere) return;
  if (region === 'alert') speechSynthesis.cancel();
  const utterance = new SpeechSynthesisUtterance(text.replace(/[\u2068\u2069]/g, ''));
  utterance.lang = document.documentElement.lang;
  speechSynthesis.speak(utterance);
}
