/** Away from a game by one slip: what it would cost is asked about first. */

import { lossOf } from '../core/leaving.js';
import { parsePath, pathOf } from '../core/route.js';
import { address } from '../net/api.js';
import { isRenewing } from '../net/renew.js';
import { button } from '../ui/button.js';
import { openSheet } from '../ui/dialog.js';
import { el } from '../ui/dom.js';

/** @typedef {import('../page.js').Page} Page */

/** Goes, after a question if something would be lost. @param {Page} page @param {() => void} go */
export function unlessPlaying(page, go) {
  const loss = lossOf(page.state().room);
  if (!loss) return go();
  const stay = button('leaving.stay', () => dialog.close(), { kind: 'primary', name: 'leaving-stay' });
  const leave = button('leaving.go', () => {
    dialog.close();
    go();
  }, { kind: 'danger', name: 'leaving-go' });
  const dialog = openSheet('leaving.title', {
    name: 'leaving', foot: [stay, leave],
    body: [el('p', { t: `leaving.${loss}` }), el('p', { class: 'hint', t: 'leaving.kept' })],
  });
}

/** After Back: until the question is answered the address is the room's again. @param {Page} page */
export function followBack(page) {
  const { route, room } = page.state();
  const wanted = parsePath(location.pathname, location.hash);
  const isHere = route.name === 'room' && wanted.name === 'room' && wanted.code === route.code;
  if (isHere || !lossOf(room)) return page.follow();
  const { href } = location;
  window.history.pushState(null, '', address(pathOf(route)));
  unlessPlaying(page, () => {
    window.history.replaceState(null, '', href);
    page.follow();
  });
}

let isHeld = false;

/** The browser asks before it closes or loads the page again. @param {Event} event */
function ask(event) {
  if (!isRenewing()) event.preventDefault();
}

/** As long as something would be lost. @param {boolean} isOn */
export function holdBack(isOn) {
  if (isOn === isHeld) return;
  isHeld = isOn;
  if (isOn) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
}
