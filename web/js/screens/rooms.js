/** Home's rooms: the one that waits for the player as a card, the others below it. */

import { spacedCode } from '../core/code.js';
import { isDead, roomOpponent, roomRank, roomStatus, turnIn } from '../core/myrooms.js';
import { call } from '../net/api.js';
import { forgetRoom, keptRooms } from '../net/seats.js';
import { askingButton } from '../ui/asking.js';
import { button } from '../ui/button.js';
import { el, setData, show, tell, tx } from '../ui/dom.js';

/** @typedef {import('../page.js').Page} Page */
/** @typedef {import('../wire.d.ts').RoomCard} RoomCard */
/** @typedef {ReturnType<typeof roomCard>} Card */

/** So often it is asked how the rooms stand, while somebody looks. */
const FRESH_MS = 15_000;
/** More rooms than this nobody plays in at once; older ones are not asked about. */
const MOST = 8;

/** @param {Page} page @param {() => void} emptied  the focused card went away */
export function myRooms(page, emptied) {
  const kept = keptRooms().slice(0, MOST);
  const list = el('div', { class: 'resume-list' });
  const cards = kept.map(({ code, seat }) => roomCard(page, code, seat, gone));
  const summary = el('summary', {});
  const rest = el('details', { class: 'resume-rest', hidden: true }, summary);
  let askedAt = 0;
  let isFirst = true;
  arrange();
  void refresh();

  /** The card of a room that is no more, and the focus that was on it. @param {Card} card */
  function gone(card) {
    const hadFocus = card.element.contains(document.activeElement);
    cards.splice(cards.indexOf(card), 1);
    arrange();
    if (hadFocus) emptied();
  }

  /** The first card stands alone, the others lie folded below it. */
  function arrange() {
    const [first, ...others] = cards.map(({ element }) => element);
    first?.classList.remove('resume-small');
    for (const element of others) element.classList.add('resume-small');
    rest.replaceChildren(summary, ...others);
    list.replaceChildren(...(first ? [first, rest] : []));
    show(rest, others.length > 0);
    tx(summary, 'home.rooms', { n: others.length });
  }

  async function refresh() {
    askedAt = Date.now();
    for (const card of [...cards]) {
      const answer = await call('GET', `api/rooms/${card.code}`);
      if (!answer.ok && answer.code !== 'room_not_found') break;
      const told = answer.ok ? /** @type {RoomCard} */ (answer.data) : null;
      if (told && !isDead(told, card.seat)) card.update(told);
      else {
        forgetRoom(card.code);
        if (cards.includes(card)) gone(card);
      }
    }
    if (isFirst && !list.contains(document.activeElement)) sort();
    isFirst = false;
  }

  /** Once: a list that changes its order under the hand is a trap. */
  function sort() {
    cards.sort((a, b) => a.rank() - b.rank());
    arrange();
  }

  return {
    element: list,
    tick() {
      if (cards.length && document.visibilityState === 'visible' && Date.now() - askedAt > FRESH_MS) void refresh();
    },
  };
}

/** @param {Page} page @param {string} code @param {string} seat @param {(card: any) => void} gone */
function roomCard(page, code, seat, gone) {
  const title = el('h2', { t: 'home.resume', params: { code: spacedCode(code) } });
  const status = el('p', { class: 'resume-status', t: 'loading.note' });
  const who = el('p', { class: 'hint', text: '\u00a0' });
  const back = button('home.return', () => page.go({ name: 'room', code }), { kind: 'primary', name: 'return' });
  const leave = askingButton('home.leave', () => (known?.phase === 'playing' ? 'home.leave.game' : 'home.leave.sure'), async () => {
    if (await page.leaveRoom(code)) gone(card);
    else page.tell('home.leave.failed');
  }, 'leave');
  back.setAttribute('aria-describedby', title.id = `room-${code}`);
  leave.setAttribute('aria-describedby', title.id);
  const element = el('section', { class: 'card resume', data: { code } },
    el('div', { class: 'resume-what' }, title, status, who), el('div', { class: 'row' }, back, leave));
  /** @type {RoomCard | null} */
  let known = null;
  const card = {
    code, seat, element,
    rank: () => roomRank(known, seat),
    /** @param {RoomCard} told */
    update(told) {
      known = told;
      setData(element, 'turn', turnIn(told, seat));
      setData(element, 'phase', told.phase);
      tell(status, roomStatus(told, seat));
      const opponent = roomOpponent(told, seat);
      show(who, opponent !== null);
      if (opponent) tell(who, opponent);
    },
  };
  return card;
}
