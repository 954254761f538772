/** The lobby: a code to pass on, who sits where, by which rules; the host may still change them. */

import { SEATS, canEditRules, isSpectator, nameOf } from '../core/facts.js';
import { worded } from '../language.js';
import { button } from '../ui/button.js';
import { later } from '../ui/later.js';
import { el, patchList, setData, show, tell } from '../ui/dom.js';
import { agreementView, rulesName } from './agreement.js';
import { seatActs } from '../game/roomtab.js';
import { inviteBox, isLoopback } from './invite.js';

/** @typedef {import('../page.js').Page} Page */
/** @typedef {import('../state.d.ts').RoomState} RoomState */

/** @param {Page} page @param {string} code @returns {import('../screens.js').Screen} */
export function lobbyScreen(page, code) {
  void page.loadMenu();
  const heading = el('h1', { t: 'lobby.title', attrs: { tabindex: '-1' } });
  const lead = el('p', { class: 'lead', t: 'lobby.lead' });
  const conn = el('p', { class: 'notice', hidden: true });
  const borrowed = el('div', { class: 'notice stack', hidden: true },
    el('p', { t: 'lobby.borrowed' }), button('lobby.other', () => void page.reconsider(code), { name: 'other-seat' }));
  const seats = el('ul', { class: 'seats' });
  const own = seatActs(page);
  const until = el('p', { class: 'hint' });
  const preset = el('h2', {});
  const rules = agreementView();
  const edit = button('lobby.edit', later(() => worded(import('./editrules.js')), ({ editRulesSheet }) => editRulesSheet(page)), { name: 'edit-rules' });
  const computer = button('lobby.computer', later(() => worded(import('./computer.js')), ({ seatComputerSheet }) => seatComputerSheet(page)), { name: 'seat-computer' });
  const take = button('lobby.take', () => void page.reconsider(code), { kind: 'primary', name: 'take-seat' });
  const leave = button('lobby.leave', () => page.room({ type: 'ask', question: 'leave' }), { name: 'leave', kind: 'quiet' });
  const stay = button('act.stay', () => page.room({ type: 'ask', question: null }), { name: 'leave-cancel' });
  const confirm = el('div', { class: 'notice stack', hidden: true },
    el('p', { t: 'ask.close' }),
    el('div', { class: 'row' },
      button('act.leave', () => page.send({ type: 'leave' }), { kind: 'danger', name: 'leave-confirm' }), stay));
  const element = el('div', { class: 'page-wide lobby' },
    el('section', { class: 'stack-wide' }, heading, lead, conn, inviteBox(page, code),
      isLoopback() ? el('p', { class: 'notice', t: 'lobby.lan', params: { host: location.hostname } }) : null,
      borrowed, seats, computer, own, take, el('div', { class: 'lobby-end' }, until, leave), confirm),
    el('section', { class: 'card' }, el('div', { class: 'card-head' }, preset, edit), rules.element));

  return {
    element, heading,
    update(state) {
      const s = state.room;
      if (!s?.room || !s.rules) return;
      updateSeats(seats, s);
      show(borrowed, s.borrowed && s.you === 'host');
      show(edit, canEditRules(s));
      show(own, !isSpectator(s));
      show(computer, s.you === 'host');
      show(take, isSpectator(s));
      show(leave, !isSpectator(s) && s.asking !== 'leave');
      const isAsked = confirm.hidden && s.asking === 'leave';
      show(confirm, s.asking === 'leave');
      if (isAsked) stay.focus();
      tell(preset, rulesName(s.rules, state.menu));
      tell(until, expiry(s));
      rules.update(s.rules, s.room.clock);
      const lost = s.conn.status === 'reconnecting' || s.conn.status === 'offline' || s.conn.status === 'restarting';
      show(conn, lost);
      if (lost) tell(conn, { key: `conn.lost.${s.conn.status}` });
    },
  };
}

/** @param {Element} list @param {RoomState} s */
function updateSeats(list, s) {
  patchList(list, SEATS, (seat) => seat, () => el('li', { class: 'seat' }, el('span', { class: 'seat-dot' }), el('span', { class: 'seat-name' }), el('span', { class: 'hint' })));
  SEATS.forEach((seat, i) => {
    const row = /** @type {HTMLElement} */ (list.children[i]);
    const [, name, note] = /** @type {HTMLElement[]} */ ([...row.children]);
    const isTaken = !!s.room?.seats[seat];
    const isOnline = s.presence?.[seat]?.online ?? true;
    setData(row, 'seat', !isTaken ? 'empty' : isOnline ? 'joined' : 'away');
    if (name) tell(name, isTaken ? { key: 'lobby.seat', params: { name: nameOf(s, seat) } } : { key: 'lobby.empty' });
    if (note) tell(note, seat === s.you ? { key: 'lobby.you' } : isTaken && !isOnline ? { key: 'lobby.away' } : null);
  });
}

/** @param {RoomState} s @returns {import('../state.d.ts').Sentence | null} */
function expiry(s) {
  const at = s.room?.expires_at;
  if (!at) return null;
  return { key: 'lobby.until', params: { time: { clock: at - s.skew } } };
}
