/** The Pieces tab of a replay: what lay face down before and after the ply, what it meant, whom it threatens. */

import { askedAbout, freshThreats, knownThen, threatSentence, unseenAround } from '../core/insight.js';
import { countKinds } from '../core/notation.js';
import { roomAt } from '../core/replay.js';
import { chaseSentences } from '../core/slot.js';
import { poolRow, quietMeter, updatePool } from '../game/pieces.js';
import { toldPieces } from '../game/told.js';
import { createJudge } from '../net/judge.js';
import { el, patchList, setData, show, tell } from '../ui/dom.js';

/** @typedef {import('../state.d.ts').Sentence} Sentence */

/** A ply that is only passed by is not asked about. */
const REST_MS = 250;

/** @param {import('./panel.js').Handle} replay @returns {import('./panel.js').TabBody} */
export function piecesTab({ state }) {
  const title = el('h2', {});
  const pool = el('div', { class: 'pool' }, poolRow('red'), poolRow('black'));
  const known = el('p', {});
  const quiet = quietMeter();
  const chases = el('ul', { class: 'bullets' });
  const threats = threatList(state);
  const told = toldPieces('h2');
  const about = el('div', { class: 'stack insight' }, el('h2', { t: 'replay.ply' }), known, threats.element);
  return {
    element: el('div', { class: 'stack' }, title, pool, quiet.element, chases, about, told.element),
    update({ prefs }) {
      const s = state();
      const { before, after } = unseenAround(s);
      const room = roomAt(s);
      tell(title, before.length === after.length
        ? { key: 'pieces.unseen', params: { n: after.length } }
        : { key: 'replay.unseen', params: { was: before.length, n: after.length } });
      updatePool(pool, after, prefs.pieces);
      markChanged(pool, before, after);
      quiet.update(room);
      told.update(room);
      patchList(chases, chaseSentences(room), (one) => JSON.stringify(one), ({ key, params }) => el('li', { t: key, params }));
      show(about, s.ply > 0);
      tell(known, knownThen(s));
      threats.update();
    },
  };
}

/** The kind that came up, with its count before. @param {HTMLElement} pool @param {string} before @param {string} after */
function markChanged(pool, before, after) {
  for (const [row, colour] of /** @type {[Element, 'red' | 'black'][]} */ ([[pool.children[0], 'red'], [pool.children[1], 'black']])) {
    const was = countKinds(before, colour);
    countKinds(after, colour).forEach(({ count }, i) => {
      const item = /** @type {HTMLElement} */ (row.children[i]);
      setData(item, 'was', was[i]?.count === count ? null : String(was[i]?.count));
    });
  }
}

/** @param {() => import('../core/replay.js').Replay} state */
function threatList(state) {
  const judge = createJudge(state().read.record.rules);
  const title = el('h2', { t: 'replay.threats' });
  const list = el('ul', { class: 'bullets threats' });
  let shown = -1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {Sentence[]} sentences */
  const put = (sentences) => patchList(list, sentences, (one) => JSON.stringify(one), ({ key, params }) => el('li', { t: key, params }));

  /** @param {number} ply */
  async function ask(ply) {
    const found = await threatsOf(judge, state());
    if (state().ply === ply && list.isConnected) put(found);
  }

  return {
    element: el('div', { class: 'stack' }, title, list),
    update() {
      const { ply } = state();
      if (ply === shown) return;
      shown = ply;
      clearTimeout(timer);
      put([{ key: 'replay.threats.asking' }]);
      timer = setTimeout(() => void ask(ply), REST_MS);
    },
  };
}

/** @param {ReturnType<typeof createJudge>} judge @param {import('../core/replay.js').Replay} s @returns {Promise<Sentence[]>} */
async function threatsOf(judge, s) {
  const asked = askedAbout(s);
  if (!asked) return [{ key: 'replay.threats.none' }];
  const answers = await Promise.all([...asked.before, ...asked.after].map(judge.captures));
  const told = answers.filter((one) => one !== null);
  if (told.length < answers.length) return [{ key: 'replay.threats.unknown' }];
  const split = asked.before.length;
  const fresh = freshThreats(told.slice(0, split).flat(), told.slice(split).flat());
  const board = s.read.boards[s.ply] ?? '';
  return fresh.length ? fresh.map((capture) => threatSentence(board, capture)) : [{ key: 'replay.threats.none' }];
}
