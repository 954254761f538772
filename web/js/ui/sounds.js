/** The page's one set of sounds, at the volume the player chose. */

import { createSound } from '../sound.js';

const sound = createSound();

/** @param {string} name */
export function play(name) {
  sound.play(/** @type {import('../sound.js').SoundName} */ (name));
}

/** @param {{sound: boolean, volume: number}} prefs */
export function tune(prefs) {
  sound.setMuted(!prefs.sound);
  sound.setVolume(prefs.volume / 100);
}
