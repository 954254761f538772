/**
 * Keeps the screen awake while a room is open and something happens in it, where the browser can;
 * says nothing where not.
 */

/** Without a move or a touch for so long, nobody looks at the screen, ms. */
const IDLE = 180_000;

/** @type {WakeLockSentinel | null} */
let lock = null;
let isWanted = false;
let isAsking = false;
let isIdle = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {boolean} wanted */
export function keepAwake(wanted) {
  isWanted = wanted;
  if (wanted) void request();
  else void release();
}

async function request() {
  if (lock || isAsking || isIdle || !isWanted || document.visibilityState !== 'visible') return;
  isAsking = true;
  try {
    lock = await navigator.wakeLock?.request('screen') ?? null;
    lock?.addEventListener('release', () => { lock = null; });
  } catch {
    lock = null;
  }
  isAsking = false;
  if (!isWanted || isIdle) void release();
}

async function release() {
  const held = lock;
  lock = null;
  try {
    await held?.release();
  } catch {
    // Already gone.
  }
}

/** Something happened, or somebody looks at the page again. */
export function stir() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    isIdle = true;
    void release();
  }, IDLE);
  isIdle = false;
  if (isWanted) void request();
}
