/** Keys that belong to a whole screen, wherever on the page the focus is, or nowhere. */

/** Who has a use of its own for them. */
const OWNERS = '.board, [role="tablist"], input, select, textarea, dialog';

/**
 * Hears every key that nobody else wants, until the answer is called.
 * @param {(event: KeyboardEvent) => void} act @returns {() => void}
 */
export function onPageKey(act) {
  const hear = (/** @type {KeyboardEvent} */ event) => {
    const isOwned = event.target instanceof Element && event.target.closest(OWNERS);
    if (!isOwned && !event.defaultPrevented && !event.altKey && !event.ctrlKey && !event.metaKey) act(event);
  };
  document.addEventListener('keydown', hear);
  return () => document.removeEventListener('keydown', hear);
}
