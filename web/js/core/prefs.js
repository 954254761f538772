/** What a player may set for this device. Read leniently, so that an old store never breaks the page. */

/**
 * @typedef {{
 *   language: string, theme: string, pieces: string, orientation: string, rotated: boolean,
 *   coordinates: string, showDestinations: boolean, showLast: boolean, input: string,
 *   confirmFlip: boolean, animation: string, keys: boolean, ranks: boolean, distinct: boolean,
 *   sound: boolean, volume: number, notify: boolean, awake: boolean, haptics: boolean, name: string,
 *   notation: string, confirmMove: boolean, confirmResign: boolean, speed: string, speech: boolean,
 *   moveBox: boolean, detail: string, captured: boolean, unseen: boolean, facing: string, history: boolean, level: number, odds: boolean,
 *   premove: boolean, zen: boolean, stay: boolean, hinted: boolean,
 * }} Prefs
 */

/** The values each choice may take; the first is the default. @type {Record<string, string[]>} */
export const CHOICES = {
  theme: ['auto', 'light', 'dark', 'contrast'],
  pieces: ['traditional', 'simplified', 'letters', 'cdc', 'wxf', 'viet', 'icons'],
  orientation: ['auto', 'tall', 'wide'],
  coordinates: ['edge', 'off', 'each'],
  input: ['both', 'tap', 'drag'],
  animation: ['auto', 'on', 'off'],
  speed: ['normal', 'slow', 'fast'],
  notation: ['pieces', 'words', 'letters', 'squares'],
  detail: ['full', 'short'],
  facing: ['none', 'board', 'pieces'],
};

/** @type {Prefs} */
export const DEFAULTS = {
  language: 'auto', theme: 'auto', pieces: 'traditional', orientation: 'auto', rotated: false,
  coordinates: 'edge', showDestinations: true, showLast: true, input: 'both',
  confirmFlip: false, animation: 'auto', keys: true, ranks: false, distinct: false,
  sound: true, volume: 60, notify: false, awake: true, haptics: true, name: '',
  notation: 'pieces', confirmMove: false, confirmResign: true, speed: 'normal', speech: false,
  moveBox: false, detail: 'full', captured: true, unseen: true, facing: 'none', history: true, level: 3, odds: false,
  premove: false, zen: false, stay: true, hinted: false,
};

/** @param {string} key @param {unknown} value */
function isUsable(key, value) {
  if (key in CHOICES) return CHOICES[key]?.includes(String(value)) ?? false;
  if (key === 'level') return [1, 2, 3, 4, 5].includes(Number(value));
  if (key === 'volume') return typeof value === 'number' && value >= 0 && value <= 100;
  return typeof value === typeof DEFAULTS[/** @type {keyof Prefs} */ (key)];
}

/**
 * @param {string | null} json  what was stored
 * @returns {Prefs}
 */
export function readPrefs(json) {
  const stored = parsed(json);
  const kept = Object.keys(DEFAULTS).filter((key) => isUsable(key, stored[key]));
  return { ...DEFAULTS, ...Object.fromEntries(kept.map((key) => [key, stored[key]])) };
}

/** @param {string | null} json @returns {Record<string, unknown>} */
function parsed(json) {
  try {
    const value = JSON.parse(json ?? '{}');
    return value && typeof value === 'object' ? value : {};
  } catch {
    return {};
  }
}
