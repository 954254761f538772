/**
 * Short sounds, made on the spot: no files to load.
 *
 * The browser's audio starts with the first gesture, as browsers demand; before that, and where
 * there is no audio at all, everything here is silent and nothing fails. Several tabs of the page
 * hear of the same event at about the same moment: each claims the sound, the best claim plays it.
 */

/** @typedef {'flip'|'move'|'capture'|'notify'|'win'|'lose'|'draw'|'edge'} SoundName */
/** @typedef {{wave: OscillatorType, from: number, to: number, at: number, lasts: number, loud: number}} Tone */
/** @typedef {{at: number, lasts: number, loud: number, pitch: number}} Knock */
/** @typedef {{tones: readonly Tone[], knocks: readonly Knock[]}} Recipe */
/** @typedef {{id: string, name: SoundName, time: number, shown: boolean}} Claim */
/** @typedef {{claim: Claim, cancel: () => void}} Scheduled */

/** A sound starts this much later than it is asked for, so that a better claim can still stop it. */
const WAIT_MS = 60;

/** Audio is opened so long after the first gesture: it takes a while, and the gesture is answered first. */
const OPEN_AFTER_MS = 150;

/** Claims of the same sound further apart than this are two events. */
const SAME_EVENT_MS = 400;

/** @param {number} at @param {number} from @param {number} lasts @param {number} [loud] @returns {Tone} */
const bell = (at, from, lasts, loud = 0.3) => ({ wave: 'sine', from, to: from, at, lasts, loud });

/** Wood on wood for the board, a few plain bells for the game. @type {Readonly<Record<SoundName, Recipe>>} */
const RECIPES = {
  flip: {
    tones: [{ wave: 'triangle', from: 420, to: 760, at: 0, lasts: 0.09, loud: 0.16 }],
    knocks: [{ at: 0.08, lasts: 0.05, loud: 0.5, pitch: 1500 }],
  },
  move: {
    tones: [{ wave: 'sine', from: 210, to: 120, at: 0, lasts: 0.09, loud: 0.5 }],
    knocks: [{ at: 0, lasts: 0.05, loud: 0.6, pitch: 900 }],
  },
  capture: {
    tones: [{ wave: 'sine', from: 160, to: 70, at: 0.03, lasts: 0.16, loud: 0.7 }],
    knocks: [
      { at: 0, lasts: 0.04, loud: 0.7, pitch: 2100 },
      { at: 0.05, lasts: 0.08, loud: 0.8, pitch: 700 },
    ],
  },
  notify: { tones: [bell(0, 880, 0.18), bell(0.12, 1174.7, 0.3)], knocks: [] },
  win: { tones: [bell(0, 523.3, 0.24), bell(0.13, 659.3, 0.24), bell(0.26, 784, 0.5)], knocks: [] },
  lose: { tones: [bell(0, 440, 0.26), bell(0.16, 349.2, 0.28), bell(0.32, 293.7, 0.5)], knocks: [] },
  draw: { tones: [bell(0, 523.3, 0.28), bell(0.18, 523.3, 0.42)], knocks: [] },
  edge: { tones: [{ wave: 'triangle', from: 150, to: 130, at: 0, lasts: 0.06, loud: 0.35 }], knocks: [] },
};

/**
 * Whether a claim gives way to another: to one that is already sounding, else to a visible tab,
 * else to the smaller id. Two tabs that compare the same two claims agree.
 * @param {Claim} mine @param {Claim} other
 */
export function givesWay(mine, other) {
  const apart = Math.abs(mine.time - other.time);
  if (mine.id === other.id || mine.name !== other.name || apart > SAME_EVENT_MS) return false;
  if (apart > WAIT_MS) return other.time < mine.time;
  if (mine.shown !== other.shown) return other.shown;
  return other.id < mine.id;
}

/**
 * The sounds of one tab.
 * @param {{volume?: number, muted?: boolean}} [options] volume from 0 to 1
 */
export function createSound({ volume = 0.6, muted = false } = {}) {
  const player = new Player(volume, muted);
  return {
    play: (/** @type {SoundName} */ name) => player.play(name),
    setVolume: (/** @type {number} */ value) => player.set(value, player.muted),
    setMuted: (/** @type {boolean} */ value) => {
      player.set(player.volume, value);
      if (player.touched) player.wake();
    },
    destroy: () => player.destroy(),
  };
}

class Player {
  /** @param {number} volume @param {boolean} muted */
  constructor(volume, muted) {
    this.volume = volume;
    this.muted = muted;
    this.id = String(Math.random()).slice(2);
    /** @type {AudioContext|null} */
    this.audio = null;
    /** @type {GainNode|null} */
    this.out = null;
    /** @type {AudioBuffer|null} */
    this.noise = null;
    /** @type {Claim[]} */
    this.heard = [];
    /** @type {Scheduled[]} */
    this.waiting = [];
    this.touched = false;
    /** What was to be heard before the audio had begun. @type {{name: SoundName, time: number} | null} */
    this.missed = null;
    this.isOpening = false;
    this.ending = new AbortController();
    this.channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('banqi-sound') : null;
    this.channel?.addEventListener('message', (event) => this.hear(event.data));
    for (const type of ['pointerdown', 'keydown', 'touchend'])
      window.addEventListener(type, () => this.wake(), { signal: this.ending.signal, capture: true, passive: true });
  }

  /** Resumes the audio, or starts it soon; called inside a gesture. */
  wake() {
    this.touched = true;
    if (!('AudioContext' in window) || this.muted) return;
    if (this.audio) return this.resume();
    if (!this.isOpening) setTimeout(() => this.start(), OPEN_AFTER_MS);
    this.isOpening = true;
  }

  start() {
    this.isOpening = false;
    if (this.muted || this.ending.signal.aborted) return;
    this.audio = this.open();
    this.resume();
  }

  resume() {
    if (this.audio && this.audio.state !== 'running') this.audio.resume().then(() => this.makeUp(), () => undefined);
  }

  /** What has just been missed is heard a little late. */
  makeUp() {
    const { missed } = this;
    this.missed = null;
    if (missed && Date.now() - missed.time < SAME_EVENT_MS) this.play(missed.name);
  }

  /** @returns {AudioContext|null} */
  open() {
    try {
      const audio = new AudioContext({ latencyHint: 'interactive' });
      this.out = audio.createGain();
      this.out.connect(audio.destination);
      this.noise = noiseOf(audio);
      this.audio = audio;
      this.set(this.volume, this.muted);
      return audio;
    } catch {
      return null;
    }
  }

  /** @param {number} volume @param {boolean} muted */
  set(volume, muted) {
    this.volume = Math.min(1, Math.max(0, volume));
    this.muted = muted;
    if (this.audio && this.out) this.out.gain.setValueAtTime(muted ? 0 : this.volume ** 2, this.audio.currentTime);
  }

  /** Plays a sound unless this tab is silent or another one has the better claim. @param {SoundName} name */
  play(name) {
    const { audio, out, noise } = this;
    if (this.muted || this.volume === 0) return;
    if (!audio || !out || !noise || audio.state !== 'running') {
      this.missed = { name, time: Date.now() };
      return;
    }
    const claim = { id: this.id, name, time: Date.now(), shown: document.visibilityState === 'visible' };
    this.forgetBefore(claim.time);
    this.channel?.postMessage(claim);
    if (this.heard.some((other) => givesWay(claim, other))) return;
    const start = audio.currentTime + (this.channel ? WAIT_MS / 1000 : 0);
    this.waiting.push({ claim, cancel: sounding(audio, out, noise, RECIPES[name], start) });
  }

  /** Another tab claims a sound. @param {Claim} claim */
  hear(claim) {
    this.heard.push(claim);
    const lost = this.waiting.filter((own) => givesWay(own.claim, claim));
    for (const own of lost) own.cancel();
    this.waiting = this.waiting.filter((own) => !lost.includes(own));
  }

  /** @param {number} now */
  forgetBefore(now) {
    this.heard = this.heard.filter(({ time }) => now - time < SAME_EVENT_MS);
    this.waiting = this.waiting.filter(({ claim }) => now - claim.time < SAME_EVENT_MS);
  }

  destroy() {
    this.ending.abort();
    this.channel?.close();
    this.audio?.close().catch(() => undefined);
  }
}

/** A tenth of a second of noise, the stuff of knocks. @param {AudioContext} audio */
function noiseOf(audio) {
  const buffer = audio.createBuffer(1, audio.sampleRate / 10, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  samples.forEach((_, i) => (samples[i] = Math.random() * 2 - 1));
  return buffer;
}

/**
 * Schedules a recipe; returns what takes it back.
 * @param {AudioContext} audio @param {AudioNode} out @param {AudioBuffer} noise @param {Recipe} recipe @param {number} start
 */
function sounding(audio, out, noise, recipe, start) {
  const gate = audio.createGain();
  gate.connect(out);
  for (const tone of recipe.tones) ring(audio, gate, tone, start + tone.at);
  for (const knock of recipe.knocks) rap(audio, gate, noise, knock, start + knock.at);
  return () => gate.disconnect();
}

/** @param {AudioContext} audio @param {AudioNode} out @param {Tone} tone @param {number} start */
function ring(audio, out, tone, start) {
  const source = audio.createOscillator();
  source.type = tone.wave;
  source.frequency.setValueAtTime(tone.from, start);
  source.frequency.exponentialRampToValueAtTime(tone.to, start + tone.lasts);
  source.connect(fading(audio, tone.loud, start, tone.lasts)).connect(out);
  source.start(start);
  source.stop(start + tone.lasts);
}

/** @param {AudioContext} audio @param {AudioNode} out @param {AudioBuffer} noise @param {Knock} knock @param {number} start */
function rap(audio, out, noise, knock, start) {
  const source = audio.createBufferSource();
  source.buffer = noise;
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.setValueAtTime(knock.pitch, start);
  filter.Q.setValueAtTime(1.4, start);
  source.connect(filter).connect(fading(audio, knock.loud, start, knock.lasts)).connect(out);
  source.start(start);
  source.stop(start + knock.lasts);
}

/** A quick attack and an even fall. @param {AudioContext} audio @param {number} loud @param {number} start @param {number} lasts */
function fading(audio, loud, start, lasts) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
  return gain;
}
