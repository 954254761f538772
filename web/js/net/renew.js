/** A page too old for its server is loaded again by itself: once, so that it cannot go round and round. */

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

/** Server and page understand each other: the next time counts anew. */
export function isRenewed() {
  try {
    sessionStorage.removeItem(MARK);
  } catch {
    // Nothing was remembered.
  }
}
