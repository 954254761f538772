/** When to knock again and when never: back-off and the meaning of close codes. */

const STEPS = [300, 1000, 2000, 4000, 8000, 15000];
const LONGEST = 15_000;
const LATER = 30_000;

/**
 * Milliseconds before the attempt after `failures` failed ones; ± 20 % so that rooms do not
 * come back all at once.
 * @param {number} failures  @param {number} chance  0 ≤ chance < 1
 */
export function backoff(failures, chance) {
  const step = STEPS[Math.max(failures, 0)] ?? LONGEST;
  return Math.round(step * (0.8 + 0.4 * chance));
}

/** Close codes that end the matter; the value names the sentence. @type {Record<number, string>} */
const FINAL = {
  1000: 'done', 1003: 'protocol_error', 1009: 'protocol_error', 4400: 'protocol_error',
  4401: 'unauthorized', 4403: 'spectators_off', 4404: 'room_not_found', 4410: 'replaced',
  4426: 'outdated',
};

/** Codes to wait longer for. */
const PATIENT = new Set([1002, 1007, 1008, 4429]);

/**
 * @typedef {{final: true, reason: string} | {final: false, wait: number, restarting: boolean}} Verdict
 */

/**
 * What a closed socket means.
 * @param {number} code
 * @param {{code: string, retry: boolean} | null} bye  the server's last word, if it said one
 * @param {number} failures @param {number} chance
 * @returns {Verdict}
 */
export function judgeClose(code, bye, failures, chance) {
  if (bye && !bye.retry) return { final: true, reason: bye.code };
  const reason = FINAL[code];
  if (!bye && reason) return { final: true, reason };
  if (PATIENT.has(code)) return { final: false, wait: LATER, restarting: false };
  const restarting = code === 1012 || bye?.code === 'restarting';
  const wait = restarting && failures === 0 ? 300 + Math.round(1200 * chance) : backoff(failures, chance);
  return { final: false, wait, restarting };
}
