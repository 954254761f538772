/** The page's one set of sounds, at the volume the player chose. */

/** @type {ReturnType<typeof import('../sound.js').createSound> | null} */
let sound = null;
let wish = { sound: true, volume: 60 };

/** Loaded at leisure: sounds start with a gesture, and nobody makes one before. */
export async function loadSounds() {
  if (sound) return;
  const part = await import('../sound.js').catch(() => null);
  if (part) sound ??= part.createSound({ volume: wish.volume / 100, muted: !wish.sound });
}

/** @param {string} name */
export function play(name) {
  sound?.play(/** @type {import('../sound.js').SoundName} */ (name));
}

/** @param {{sound: boolean, volume: number}} prefs */
export function tune(prefs) {
  wish = prefs;
  sound?.setMuted(!prefs.sound);
  sound?.setVolume(prefs.volume / 100);
}
