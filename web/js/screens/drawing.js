/** The five-piece draw for the first move: two picks, both turned over together. */

import { isLocal, isPending, mySeat, mySeats, nameOf, otherSeat } from '../core/facts.js';
import { turnSentence } from '../core/status.js';
import { mutedDisc } from '../ui/discs.js';
import { button } from '../ui/button.js';
import { el, enable, isEnabled, labelled, setData, show, tell, tx } from '../ui/dom.js';
import { createSlot } from '../game/slot.js';

/** @typedef {import('../page.js').Page} Page */
/** @typedef {import('../state.d.ts').RoomState} RoomState */
/** @typedef {import('../wire.d.ts').DrawForFirst} DrawForFirst */

const PLACES = [0, 1, 2, 3, 4];

/** @param {Page} page @returns {import('../screens.js').Screen} */
export function drawingScreen(page) {
  const heading = el('h1', { t: 'drawing.title', attrs: { tabindex: '-1' } });
  const order = el('p', { class: 'hint', t: 'drawing.order' });
  const status = el('p', { class: 'lead status' });
  const tiles = PLACES.map((place) => tile(place, () => pick(page, place)));
  const verdict = el('p', { class: 'lead verdict', hidden: true });
  const go = button('drawing.go', () => page.room({ type: 'hide', what: 'draw' }), { kind: 'primary', name: 'continue' });
  const slot = createSlot(page);
  const leave = button('more.leave', () => page.room({ type: 'ask', question: 'leave' }), { kind: 'quiet', name: 'leave' });
  const element = el('div', { class: 'page-narrow drawing' }, heading, order, status,
    el('div', { class: 'tiles', role: 'group', label: 'drawing.tiles' }, ...tiles.map((part) => part.element)),
    verdict, go, slot.element, leave);
  element.addEventListener('keydown', (event) => {
    const place = Number(event.key) - 1;
    if (page.state().prefs.keys && PLACES.includes(place) && !event.ctrlKey && !event.altKey && !event.metaKey) pick(page, place);
  });
  return {
    element, heading,
    update(state) {
      const s = state.room;
      const draw = s?.room?.draw_for_first;
      if (!s || !draw) return;
      tiles.forEach((part, place) => part.update(s, draw, place, state.prefs.pieces));
      const isRevealed = draw.tiles !== null;
      const first = s.game?.first;
      tx(heading, isRevealed ? 'drawing.done' : 'drawing.title');
      show(status, !isRevealed);
      tell(status, turnSentence(s));
      show(verdict, isRevealed);
      if (isRevealed && first) {
        const isMe = mySeat(s) === first;
        tell(verdict, { key: isMe ? 'drawing.youFirst' : 'drawing.first', params: { name: nameOf(s, first) } });
      }
      show(go, isRevealed);
      show(leave, mySeats(s).length > 0 && s.asking === null);
      slot.update(s);
    },
    tick(state) {
      if (state.room) slot.update(state.room);
    },
    destroy: slot.destroy,
  };
}

/** @param {Page} page @param {number} place */
function pick(page, place) {
  const s = page.state().room;
  const draw = s?.room?.draw_for_first;
  if (!s || !draw || draw.tiles || isPending(s, 'pick')) return;
  if (draw.host === place || draw.guest === place) return;
  const seat = mySeats(s).find((one) => draw[one] === null);
  if (!seat) return;
  page.send({ type: 'pick', tile: place, ...(isLocal(s) ? { seat } : {}) });
}

/** @param {number} place @param {() => void} act */
function tile(place, act) {
  const face = el('span', { class: 'tile-face' });
  const note = el('span', { class: 'tile-note' });
  const element = el('button', { class: 'tile', type: 'button', data: { tile: String(place) } }, face, note);
  element.addEventListener('click', () => { if (isEnabled(element)) act(); });
  let shown = '';
  return {
    element,
    /** @param {RoomState} s @param {DrawForFirst} draw @param {number} index @param {string} set */
    update(s, draw, index, set) {
      const owner = draw.host === index ? 'host' : draw.guest === index ? 'guest' : null;
      const letter = draw.tiles?.charAt(index) ?? '?';
      const state = owner === null ? 'free' : owner === mySeat(s) ? 'mine' : 'taken';
      if (shown !== letter + set) face.replaceChildren(mutedDisc(letter, set));
      shown = letter + set;
      setData(element, 'state', state);
      const canPick = mySeats(s).some((seat) => draw[seat] === null) && !draw.tiles && owner === null;
      enable(element, canPick);
      if (owner === null) tx(note, 'drawing.place', { n: index + 1 });
      else tx(note, state === 'mine' ? 'drawing.mine' : 'drawing.theirs', { name: nameOf(s, owner ?? otherSeat('host')) });
      const piece = letter === '?' ? { t: 'piece.hidden' } : { t: `kind.${letter}` };
      labelled(element, `drawing.label.${state}`, { n: index + 1, piece, name: owner ? nameOf(s, owner) : '' });
    },
  };
}
