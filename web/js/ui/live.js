/**
 * The permanent live regions: `#turn`, `#say`, `#alert`, and the one toast. Texts are put one
 * after another, 150 ms apart; the same text twice differs by a no-break space, so that it is
 * read again.
 */

import { hasText, said } from './dom.js';

/** @typedef {import('../state.d.ts').Say} Say */
/** @typedef {import('../state.d.ts').Region} Region */

const GAP = 150;
const TOAST = 6000;

/** @type {{region: Region, text: string}[]} */
const queue = [];
let isBusy = false;
let isShort = false;
/** Hears everything that is said, besides the regions. @type {((text: string, region: Region) => void) | null} */
let reader = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let toastTimer;

/** @param {string} id */
function byId(id) {
  return document.getElementById(id);
}

/** @param {Element} node @param {string} text */
function put(node, text) {
  node.textContent = text && node.textContent === text ? `${text}\u00a0` : text;
}

function drain() {
  const next = queue.shift();
  isBusy = next !== undefined;
  if (!next) return;
  const node = byId(next.region);
  if (node) put(node, next.text);
  if (next.text) reader?.(next.text, next.region);
  setTimeout(drain, GAP);
}

/**
 * How much is said of a move, and who else hears it.
 * @param {boolean} short
 * @param {((text: string, region: Region) => void) | null} hears
 */
export function tuneLive(short, hears) {
  isShort = short;
  reader = hears;
}

/** A sentence as long as the reader wants it. @param {import('../state.d.ts').Sentence} sentence */
function brief({ key, params }) {
  const short = `short.${key.replace('say.', '')}`;
  return said({ key: isShort && hasText(short) ? short : key, ...(params ? { params } : {}) });
}

/** @param {Region} region @param {string} text */
export function speak(region, text) {
  if (text) inTurn(region, text);
}

/** What was an alert is none any more. */
export function endAlert() {
  inTurn('alert', '');
}

/** @param {Region} region @param {string} text */
function inTurn(region, text) {
  queue.push({ region, text });
  if (!isBusy) drain();
}

/** What was said in another language does not stand any more. */
export function hush() {
  for (const region of ['say', 'alert']) byId(region)?.replaceChildren();
}

/** The newest status wins at once. @param {string} text */
export function speakTurn(text) {
  const node = byId('turn');
  if (node && node.textContent !== text) node.textContent = text;
}

/** @param {string} text */
export function toast(text) {
  const node = byId('toast');
  if (!node) return;
  node.textContent = text;
  node.hidden = false;
  hideLater(node);
  node.onmouseenter = () => clearTimeout(toastTimer);
  node.onmouseleave = () => hideLater(node);
  node.onclick = () => { node.hidden = true; };
}

/** @param {HTMLElement} node */
function hideLater(node) {
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { node.hidden = true; }, TOAST);
}

/**
 * Speaks what is new in a list of things said.
 * @param {readonly Say[]} says @param {number} heard  the last number already spoken
 * @param {(sound: string) => void} play
 */
export function speakNew(says, heard, play) {
  for (const say of says.filter(({ n }) => n > heard)) {
    const text = say.sentences.map(brief).join(' ');
    if (say.sound) play(say.sound);
    speak(say.region, text);
    if (say.toast && text) toast(text);
  }
}
