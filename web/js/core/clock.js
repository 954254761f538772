/** Clock arithmetic: pure functions of the server's clock and the measured skew. */

/** @typedef {import('../wire.d.ts').GameClock} GameClock */
/** @typedef {import('../wire.d.ts').Seat} Seat */

/**
 * Milliseconds a seat has left at `now` (server time), never below zero.
 * @param {GameClock} clock @param {Seat} seat @param {number} now
 */
export function remaining(clock, seat, now) {
  const spent = clock.running === seat ? Math.max(0, now - clock.at) : 0;
  return Math.max(0, clock[seat] - spent);
}

/** "4:59", "1:02:03", and "0:09.3" in the last ten seconds. @param {number} ms */
export function clockText(ms) {
  if (ms < 10_000) {
    const tenths = Math.ceil(ms / 100);
    return `0:0${Math.floor(tenths / 10) % 10}.${tenths % 10}`.replace('0:00.0', '0:00');
  }
  const s = Math.ceil(ms / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  const minutes = Math.floor(s / 60);
  if (minutes < 60) return `${minutes}:${two(s % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(s % 60)}`;
}

/** Whole seconds until an instant, at least 0. @param {number} instant @param {number} now */
export function secondsUntil(instant, now) {
  return Math.max(0, Math.ceil((instant - now) / 1000));
}

/** "0:35" for an absence. @param {number} since @param {number} now */
export function elapsedText(since, now) {
  const s = Math.max(0, Math.floor((now - since) / 1000));
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`;
}
