/** The Pieces tab: which kinds are still face down, the ranks, and the counts that may end a game. */

import { chaseSentences } from '../core/slot.js';
import { quietCount } from '../core/facts.js';
import { KINDS, countKinds, pieceKey } from '../core/notation.js';
import { ladder, optionSentence } from '../core/rulestext.js';
import { mutedDisc } from '../ui/discs.js';
import { movesTab } from './moves.js';
import { toldPieces } from './told.js';
import { el, patchList, setData, setText, show, tell } from '../ui/dom.js';

/** @typedef {import('../state.d.ts').AppState} AppState */
/** @typedef {import('../state.d.ts').RoomState} RoomState */

/** @param {import('../page.js').Page} page @returns {import('./panel.js').TabBody} */
export function piecesTab(page) {
  const title = el('h3', { class: 'pool-title' });
  const pool = el('div', { class: 'pool' }, poolRow('red'), poolRow('black'));
  const ranks = el('p', { class: 'hint narrow-only' });
  const quiet = quietMeter();
  const chases = el('ul', { class: 'bullets' });
  const told = toldPieces('h3');
  const moves = movesTab(page);
  const below = el('div', { class: 'stack wide-only beneath' }, el('h3', { t: 'panel.moves' }), moves.element);
  return {
    element: el('div', { class: 'stack' }, title, pool, ranks, quiet.element, chases, told.element, below),
    update(state) {
      const { room, prefs } = state;
      if (!room) return;
      moves.update(state);
      const unseen = room.game?.unseen ?? '';
      tell(title, { key: 'pieces.unseen', params: { n: unseen.length } });
      updatePool(pool, unseen, prefs.pieces, room.rules ? ladder(room.rules) : KINDS);
      tell(ranks, room.rules ? optionSentence('ranking', room.rules) : null);
      quiet.update(room);
      told.update(room);
      patchList(chases, chaseSentences(room), (c) => JSON.stringify(c), (c) => el('li', { t: c.key, params: c.params }));
    },
  };
}

/** @param {'red' | 'black'} colour */
export function poolRow(colour) {
  return el('ul', { class: 'pool-row', data: { colour }, label: `pieces.${colour}` });
}

/** @param {Element} pool @param {string} unseen @param {string} set @param {string} [order]  the kinds from the strongest down */
export function updatePool(pool, unseen, set, order = KINDS) {
  for (const row of pool.children) {
    const colour = /** @type {HTMLElement} */ (row).dataset['colour'] === 'red' ? 'red' : 'black';
    const kinds = countKinds(unseen, colour, order);
    patchList(row, kinds, ({ piece }) => piece + set, ({ piece }) => el('li', { class: 'pool-kind' },
      mutedDisc(piece, set), el('span', { class: 'sr', t: pieceKey(piece) }), el('span', { class: 'pool-n' })));
    kinds.forEach(({ count }, i) => {
      const item = /** @type {HTMLElement | undefined} */ (row.children[i]);
      if (!item) return;
      setData(item, 'count', String(count));
      setText(/** @type {Element} */ (item.lastElementChild), String(count));
    });
  }
}

/** How near a draw for want of progress is. */
export function quietMeter() {
  const text = el('p', {});
  const meter = el('progress', { class: 'meter', label: 'pieces.quiet' });
  const element = el('div', { class: 'quiet', hidden: true }, text, meter);
  return {
    element,
    /** @param {RoomState} s */
    update(s) {
      const count = quietCount(s);
      show(element, count !== null);
      if (!count) return;
      tell(text, { key: 'quiet.long', params: { n: count.quiet, limit: count.limit } });
      meter.max = count.limit;
      meter.value = count.quiet;
      setData(element, 'warn', count.quiet * 5 >= count.limit * 4 ? 'yes' : null);
    },
  };
}
