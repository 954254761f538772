/** The Room tab: series, who is here, the code to pass on. */

import { SEATS, colourOfSeat, isLocal, isSpectator, nameOf } from '../core/facts.js';
import { scoreText } from '../core/result.js';
import { worded } from '../language.js';
import { button } from '../ui/button.js';
import { el, patchList, refresh, show, tell } from '../ui/dom.js';
import { later } from '../ui/later.js';
import { inviteBox } from '../screens/invite.js';

/** @typedef {import('../page.js').Page} Page */
/** @typedef {import('../state.d.ts').RoomState} RoomState */

/** @param {Page} page @returns {import('./panel.js').TabBody} */
export function roomTab(page) {
  const code = page.state().room?.code ?? '';
  const score = seriesTable();
  const watching = el('p', { class: 'hint' });
  const invite = el('div', { class: 'stack' }, el('h3', { t: 'room.invite' }), inviteBox(page, code));
  const remove = button('room.remove', () => page.room({ type: 'ask', question: 'remove' }), { name: 'remove' });
  const own = seatActs(page);
  return {
    element: el('div', { class: 'stack' }, score.element, watching, own, remove, invite),
    update({ room }) {
      if (!room) return;
      score.update(room);
      show(watching, !isLocal(room));
      tell(watching, { key: 'room.watching', params: { n: room.presence?.spectators ?? 0 } });
      show(own, !isSpectator(room));
      show(invite, !isLocal(room));
      show(remove, room.you === 'host' && room.room?.phase === 'over' && room.room.seats.guest !== null);
    },
  };
}

/** What a player may do with the own seat. @param {Page} page */
export function seatActs(page) {
  const load = () => worded(import('../screens/seat.js'));
  return el('div', { class: 'row' },
    button('more.rename', later(load, ({ renameSheet }) => renameSheet(page)), { name: 'rename', kind: 'quiet' }),
    button('more.move', later(load, ({ seatSheet }) => seatSheet(page)), { name: 'move-seat', kind: 'quiet' }));
}

/** The series as a small table: score, and points where a stake is played for. */
export function seriesTable() {
  const caption = el('caption', {});
  const body = el('tbody', {});
  const points = el('th', { t: 'room.points', attrs: { scope: 'col' } });
  const titles = el('tr', {}, el('th', { t: 'room.player', attrs: { scope: 'col' } }), el('th', { t: 'room.score', attrs: { scope: 'col' } }));
  const head = el('thead', {}, titles);
  return {
    element: el('table', { class: 'series' }, caption, head, body),
    /** @param {RoomState} s */
    update(s) {
      const series = s.room?.series;
      if (!series) return;
      const hasPoints = s.rules?.scoring === 'stake';
      tell(caption, { key: 'room.series', params: { n: series.game } });
      if (!hasPoints) points.remove();
      else if (!points.isConnected) {
        refresh(points);
        titles.append(points);
      }
      const rows = SEATS.map((seat) => ({
        seat, name: nameOf(s, seat), score: scoreText(series.score[seat]), points: hasPoints ? series.points[seat] : null,
        colour: colourOfSeat(s, seat),
      }));
      patchList(body, rows, (row) => JSON.stringify(row), (row) => el('tr', { data: { seat: row.seat } },
        el('th', { t: 'strip.name', params: { name: row.name }, attrs: { scope: 'row' } }),
        el('td', { text: row.score }),
        row.points === null ? null : el('td', { text: signed(row.points) })));
    },
  };
}

/** @param {number} n */
function signed(n) {
  return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0';
}
