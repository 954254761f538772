/**
 * The elements around the squares: the board, its name and hint for screen readers, and the grid.
 */

/** Ids belong to one board; several boards may share a page. */
let built = 0;

/**
 * Builds the empty frame inside `root`.
 * @param {HTMLElement} root
 */
export function buildFrame(root) {
  const id = `board-${++built}`;
  const element = make('div', 'board');
  const heading = make('h2', 'sr');
  const hint = make('p', 'sr');
  const grid = make('div', 'board-grid');
  heading.id = `${id}-name`;
  hint.id = `${id}-hint`;
  grid.setAttribute('role', 'grid');
  grid.setAttribute('aria-labelledby', heading.id);
  grid.setAttribute('aria-describedby', hint.id);
  element.append(heading, hint, grid);
  root.classList.add('board-space');
  root.append(element);
  return { element, heading, hint, grid };
}

/** @param {string} tag @param {string} className */
function make(tag, className) {
  const element = document.createElement(tag);
  element.className = className;
  return element;
}
