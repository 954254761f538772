/** The game as a whole: players, rules, day, result; what can be done with its record. */

import { SPEEDS, fileNameOf, fragmentOf, positionOf, roomAt } from '../core/replay.js';
import { nameOf, otherSeat } from '../core/facts.js';
import { resultSentences } from '../core/result.js';
import { address } from '../net/api.js';
import { rulesName } from '../screens/agreement.js';
import { button } from '../ui/button.js';
import { copyText } from '../ui/copy.js';
import { el, tell } from '../ui/dom.js';
import { radios } from '../ui/fields.js';
import { save } from './save.js';

/** @typedef {import('../page.js').Page} Page */

/** @param {Page} page @param {import('./panel.js').Handle} replay @returns {import('./panel.js').TabBody} */
export function gameTab(page, { state, dispatch, another }) {
  const { record, text } = state().read;
  const end = roomAt({ ...state(), ply: record.moves.length });
  const rules = el('dd', {});
  const facts = el('dl', { class: 'facts' },
    ...player(end, record.first, 'replay.first.player'), ...player(end, otherSeat(record.first), 'replay.second.player'),
    el('dt', { t: 'replay.rules' }), rules,
    ...(record.date ? [el('dt', { t: 'replay.date' }), el('dd', { text: record.date })] : []),
    el('dt', { t: 'replay.result' }), result(end));
  const name = fileNameOf(state());
  const speed = radios('seconds', 'replay.speed', SPEEDS.map((n) => ({ value: String(n), label: { key: 'replay.seconds', params: { n } } })),
    String(state().seconds), (value) => dispatch({ type: 'speed', seconds: Number(value) }), 'choices');
  const acts = [
    fragmentOf(state()) === null ? null : button('replay.share', () => void share(page, state()), { name: 'share' }),
    button('replay.saveText', () => save(`${name}.banqi.txt`, 'text/plain', text), { name: 'save-text' }),
    button('replay.saveJson', () => save(`${name}.banqi.json`, 'application/json', JSON.stringify(record, null, 1)), { name: 'save-json' }),
    button('replay.copy', () => void copy(page, positionOf(state()), 'replay.copied'), { name: 'copy-position' }),
    record.room ? button('replay.room', () => page.go({ name: 'room', code: record.room }), { name: 'room' }) : null,
    button('replay.another', another, { name: 'another' }),
  ];
  return {
    element: el('div', { class: 'stack-wide about' }, facts, speed, el('div', { class: 'menu' }, ...acts)),
    opened: () => void page.loadMenu(),
    update: ({ menu }) => tell(rules, rulesName(record.rules, menu)),
  };
}

/** @param {import('../state.d.ts').RoomState} end @param {import('../wire.d.ts').Seat} seat @param {string} label */
function player(end, seat, label) {
  const colour = end.game?.colors?.[seat];
  const line = el('dd', { t: 'strip.name', params: { name: nameOf(end, seat) } });
  const side = colour ? el('dd', { class: 'fact-more', t: `side.${colour}` }) : null;
  return [el('dt', { t: label }), line, side];
}

/** @param {import('../state.d.ts').RoomState} end */
function result(end) {
  const line = el('dd', {});
  tell(line, resultSentences(end)[0] ?? null);
  return line;
}

/** @param {Page} page @param {import('../core/replay.js').Replay} s */
async function share(page, s) {
  const link = address(`replay#${fragmentOf(s)}`);
  if (!navigator.share) return copy(page, link, 'lobby.linkCopied');
  await navigator.share({ url: link }).catch((error) => { if (error.name !== 'AbortError') page.tell('error.share'); });
}

/** @param {Page} page @param {string} text @param {string} done */
async function copy(page, text, done) {
  page.tell((await copyText(text)) ? done : 'replay.copy.failed');
}
