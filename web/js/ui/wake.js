/** Keeps the screen awake while a room is open, where the browser can; says nothing where not. */

/** @type {WakeLockSentinel | null} */
let lock = null;
let isWanted = false;
let isAsking = false;

/** @param {boolean} wanted */
export function keepAwake(wanted) {
  isWanted = wanted;
  if (wanted) void request();
  else void release();
}

async function request() {
  if (lock || isAsking || !isWanted || document.visibilityState !== 'visible') return;
  isAsking = true;
  try {
    lock = await navigator.wakeLock?.request('screen') ?? null;
    lock?.addEventListener('release', () => { lock = null; });
  } catch {
    lock = null;
  }
  isAsking = false;
  if (!isWanted) void release();
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

/** The page is visible again. */
export function wakeAgain() {
  if (isWanted) void request();
}
