/**
 * Seat tokens kept by this browser: the tab's own first, then the device's, so that a second tab
 * may hold the other seat of the same room. Storage may be missing or full; nothing breaks then.
 */

/**
 * @typedef {import('../wire.d.ts').Seat} Seat
 * @typedef {{seat: Seat | 'both', token: string}} Kept
 * @typedef {{code: string, seat: string, at: number}} Resumable
 * @typedef {Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>} Store
 */

const ROOM = 'banqi.seat.';
const DRAFT = 'banqi.draft.';
const MUTE = 'banqi.mute.';

/** @param {Store | null} store @param {string} key @returns {any} */
function load(store, key) {
  try {
    return JSON.parse(store?.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {Store | null} store @param {string} key @param {unknown} value */
function save(store, key, value) {
  try {
    if (value === null) store?.removeItem(key);
    else store?.setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden store costs the resume card, not the game.
  }
}

/** @param {'localStorage' | 'sessionStorage'} name @returns {Storage | null} */
function storage(name) {
  try {
    return globalThis[name];
  } catch {
    return null;
  }
}

/** What this page remembers by itself, where the browser keeps nothing for it. @returns {Store} */
function memory() {
  /** @type {Map<string, string>} */
  const kept = new Map();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

const device = storage('localStorage');
const tab = storage('sessionStorage') ?? memory();

/** @param {unknown} kept @returns {kept is Kept} */
function isKept(kept) {
  return typeof kept === 'object' && kept !== null && 'token' in kept && typeof kept.token === 'string';
}

/** @param {string} code @returns {Kept[]} */
function onDevice(code) {
  const kept = load(device, ROOM + code)?.seats;
  return Array.isArray(kept) ? kept.filter(isKept) : [];
}

/**
 * The seat this tab has in a room; `borrowed` when another tab put it there.
 * @param {string} code
 * @returns {(Kept & {borrowed: boolean}) | null}
 */
export function seatOf(code) {
  const own = load(tab, ROOM + code);
  if (isKept(own)) return { ...own, borrowed: false };
  if (own === 'watch') return null;
  const shared = onDevice(code).at(-1);
  return shared ? { ...shared, borrowed: true } : null;
}

/** Did this tab choose to watch? @param {string} code */
export function isWatching(code) {
  return load(tab, ROOM + code) === 'watch';
}

/** @param {string} code */
export function watch(code) {
  save(tab, ROOM + code, 'watch');
}

/** Forgets this tab's choice only. @param {string} code */
export function unwatch(code) {
  save(tab, ROOM + code, null);
}

/** @param {string} code @param {Kept} kept */
export function keepSeat(code, kept) {
  save(tab, ROOM + code, kept);
  const others = onDevice(code).filter((other) => other.token !== kept.token && other.seat !== kept.seat);
  save(device, ROOM + code, { seats: [...others, kept], at: Date.now() });
}

/** @param {string} code @param {string} token */
export function dropSeat(code, token) {
  if (load(tab, ROOM + code)?.token === token) save(tab, ROOM + code, null);
  const rest = onDevice(code).filter((kept) => kept.token !== token);
  save(device, ROOM + code, rest.length ? { seats: rest, at: Date.now() } : null);
  if (!rest.length) keepMuted(code, false);
}

/** The room is gone, and every seat in it. @param {string} code */
export function forgetRoom(code) {
  save(device, ROOM + code, null);
  save(device, MUTE + code, null);
  save(tab, ROOM + code, null);
}

/** Rooms with a seat of this device, the newest first. @returns {Resumable[]} */
export function keptRooms() {
  const keys = Array.from({ length: device?.length ?? 0 }, (_, i) => device?.key(i) ?? '');
  const rooms = keys.filter((key) => key.startsWith(ROOM)).map((key) => {
    const code = key.slice(ROOM.length);
    return { code, seat: onDevice(code).at(-1)?.seat ?? '', at: Number(load(device, key)?.at) || 0 };
  });
  return rooms.filter((room) => room.seat).sort((a, b) => b.at - a.at);
}

/** Does this browser want to hear nothing in a room? @param {string} code */
export function isMuted(code) {
  return load(device, MUTE + code) === true;
}

/** @param {string} code @param {boolean} isOn */
export function keepMuted(code, isOn) {
  save(device, MUTE + code, isOn ? true : null);
}

/**
 * The token for a request that may have to be sent again: the same until it was answered.
 * @param {string} request @param {() => string} make
 */
export function draftToken(request, make) {
  const drafted = load(tab, DRAFT + request);
  if (typeof drafted === 'string') return drafted;
  const token = make();
  save(tab, DRAFT + request, token);
  return token;
}

/** @param {string} request */
export function endDraft(request) {
  save(tab, DRAFT + request, null);
}
