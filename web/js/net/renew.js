/** A page older than its server is loaded again by itself: once, so that it cannot go round and round. */

const MARK = 'banqi.renewed';

/** May this tab load itself again? Remembers that it did; a tab without memory never does. */
export function mayRenew() {
  try {
    if (sessionStorage.getItem(MARK)) return false;
    sessionStorage.setItem(MARK, '1');
    return true;
  } catch {
    return false;
  }
}

/** Is this tab about to load itself, or has it and not met the server since? */
export function isRenewing() {
  try {
    return sessionStorage.getItem(MARK) !== null;
  } catch {
    return false;
  }
}

/** Does the server have another build of the page by now? @param {string | null | undefined} build */
export function isOther(build) {
  const own = /\/static\/([0-9a-f]+)\//.exec(import.meta.url)?.[1];
  return own !== undefined && !!build && build !== own;
}

/** Server and page understand each other: the next time counts anew. */
export function isRenewed() {
  try {
    sessionStorage.removeItem(MARK);
  } catch {
    // Nothing was remembered.
  }
}
