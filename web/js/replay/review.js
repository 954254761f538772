/** The Review tab of a replay: what moves gave away and what luck flips had, asked of the server. */

import { svg } from '../board/svg.js';
import { chart, couldHave, placeOf, plySentences, sums, threatsAround } from '../core/review.js';
import { roomAt } from '../core/replay.js';
import { call } from '../net/api.js';
import { button } from '../ui/button.js';
import { mutedDisc } from '../ui/discs.js';
import { el, labelled, patchList, said, setData, show, tell } from '../ui/dom.js';
import { speak } from '../ui/live.js';

/** @typedef {import('../core/review.js').Review} Review */

const PAUSE_MS = 700;
/** So long Stop, which takes the place of what was pressed, takes the second press of a double one for that. */
const DOUBLE_MS = 600;

/** @param {import('./panel.js').Handle} replay @returns {import('./panel.js').TabBody} */
export function reviewTab({ state, dispatch }) {
  const { record } = state().read;
  const path = `api/rooms/${record.room}/games/${record.number}/review`;
  const note = el('p', { class: 'hint', t: 'review.about' });
  const bar = el('progress', { class: 'review-bar', hidden: true, label: 'review.label', attrs: { max: '1', value: '0' } });
  const ask = button('review.ask', (event) => void begin(event.timeStamp), { kind: 'primary', name: 'review-ask' });
  const stop = button('review.stop', (event) => { if (event.timeStamp - pressed > DOUBLE_MS) void halt(); }, { name: 'review-stop' });
  const found = el('div', { class: 'stack-wide', hidden: true });
  const element = el('div', { class: 'stack review' }, note, bar, el('div', { class: 'row' }, ask, stop), found);
  let isAsking = false;
  let pressed = 0;
  /** Of two that were begun the older one stops. */
  let run = 0;
  /** @type {ReturnType<typeof verdict> | null} */
  let view = null;
  show(stop, false);

  /** @param {number} at */
  async function begin(at) {
    pressed = at;
    isAsking = true;
    const mine = ++run;
    waiting(0, 0);
    while (isAsking && mine === run) {
      const answer = await call('GET', path);
      if (!isAsking || mine !== run || !element.isConnected) return;
      if (!answer.ok) return failed(answer.code);
      const told = /** @type {any} */ (answer.data);
      if (Array.isArray(told.plies)) return done(told);
      waiting(told.done, told.of);
      await new Promise((resolve) => { setTimeout(resolve, PAUSE_MS); });
    }
  }

  async function halt() {
    isAsking = false;
    rest('review.about');
    ask.focus();
    await call('DELETE', path);
  }

  /** @param {number} n @param {number} of */
  function waiting(n, of) {
    show(ask, false);
    show(stop, true);
    show(bar, true);
    bar.max = Math.max(1, of);
    bar.value = n;
    tell(note, of ? { key: 'review.progress', params: { n, of } } : { key: 'review.begins' });
  }

  /** @param {string} key */
  function rest(key) {
    isAsking = false;
    show(bar, false);
    show(stop, false);
    show(ask, true);
    tell(note, { key });
  }

  /** @param {string} code */
  function failed(code) {
    const isGone = code === 'room_not_found' || code === 'not_found';
    rest(isGone ? 'review.gone' : 'review.failed');
    speak('alert', said({ key: isGone ? 'review.gone' : 'review.failed' }));
  }

  /** @param {Review} review */
  function done(review) {
    rest('review.about');
    show(ask, false);
    view = verdict(review, { state, dispatch });
    found.replaceChildren(view.element);
    show(found, true);
    speak('say', said({ key: 'review.done' }));
    update();
  }

  /** @param {import('../state.d.ts').AppState} [app] */
  function update(app) {
    if (app) set = app.prefs.pieces;
    view?.update(set);
  }
  let set = 'traditional';
  if (!record.room) {
    show(ask, false);
    tell(note, { key: 'review.gone' });
  }
  return { element, update };
}

/** @param {HTMLElement} list @param {import('../state.d.ts').Sentence[]} sentences */
function put(list, sentences) {
  patchList(list, sentences, (one) => JSON.stringify(one), ({ key, params }) => el('li', { t: key, params }));
}

/** @param {Review} review @param {import('./controls.js').Handle} replay */
function verdict(review, { state, dispatch }) {
  const table = sumsTable();
  const graph = graphOf(review);
  const turns = el('div', { class: 'row' }, ...review.turning_points.map((ply) => {
    const node = button('review.turn', () => dispatch({ type: 'go', ply }), { name: `turn-${ply}` });
    tell(node, { key: 'review.turn', params: { n: ply } });
    return node;
  }));
  const lines = el('ul', { class: 'bullets' });
  const could = el('ul', { class: 'review-could' });
  const before = el('ul', { class: 'bullets' });
  const after = el('ul', { class: 'bullets' });
  const flip = el('div', { class: 'stack review-flip' }, el('h3', { t: 'review.could' }), could,
    el('h3', { t: 'review.threats.before' }), before, el('h3', { t: 'review.threats.after' }), after);
  const here = el('div', { class: 'stack' }, el('h2', { t: 'replay.ply' }), lines, flip);
  const end = roomAt({ ...state(), ply: state().read.record.moves.length });
  return {
    element: el('div', { class: 'stack-wide' }, table.element, graph.element, el('h2', { t: 'review.turns' }), turns, here),
    /** @param {string} set */
    update(set) {
      const language = document.documentElement.lang;
      const judged = review.plies[state().ply - 1];
      table.update(sums(review, end, language));
      graph.update(state().ply, end);
      show(here, !!judged);
      if (!judged) return;
      put(lines, plySentences(judged, language));
      const threats = threatsAround(judged, state().read.boards);
      show(flip, !!judged.could);
      put(before, threats?.before ?? []);
      put(after, threats?.after ?? []);
      patchList(could, couldHave(judged, language), (one) => JSON.stringify([one, set]), (one) => {
        const node = el('li', {}, mutedDisc(one.piece, set),
          el('span', { t: 'review.one', params: { n: one.count, piece: { t: one.name }, p: one.percent, value: one.value } }));
        setData(node, 'came', one.came ? 'yes' : 'no');
        return node;
      });
    },
  };
}

function sumsTable() {
  const body = el('tbody', {});
  const head = el('tr', {}, el('th', { t: 'review.player', attrs: { scope: 'col' } }),
    el('th', { t: 'review.gave', attrs: { scope: 'col' } }), el('th', { t: 'review.luck', attrs: { scope: 'col' } }));
  return {
    element: el('table', { class: 'review-sums' }, el('caption', { class: 'sr', t: 'review.sums' }), el('thead', {}, head), body),
    /** @param {ReturnType<typeof sums>} rows */
    update(rows) {
      patchList(body, rows, (row) => JSON.stringify(row), (row) => el('tr', {},
        el('th', { t: 'strip.name', params: { name: row.name }, attrs: { scope: 'row' } }), el('td', { text: row.gave }), el('td', { text: row.luck })));
    },
  };
}

/** The chances over the game, and where one is. @param {Review} review */
function graphOf(review) {
  const line = svg('polyline', { points: chart(review), class: 'review-line' });
  const zero = svg('line', { x1: '0', x2: '100', y1: '20', y2: '20', class: 'review-zero' });
  const mark = svg('line', { y1: '0', y2: '40', class: 'review-mark' });
  const picture = svg('svg', { viewBox: '0 0 100 40', preserveAspectRatio: 'none', class: 'review-graph', role: 'img' }, [zero, line, mark]);
  const caption = el('p', { class: 'hint' });
  return {
    element: el('div', {}, picture, caption),
    /** @param {number} ply @param {import('../state.d.ts').RoomState} end */
    update(ply, end) {
      const at = String(placeOf(review, ply));
      mark.setAttribute('x1', at);
      mark.setAttribute('x2', at);
      const name = end.room?.seats.host?.name;
      const params = { name: name ? { name } : { t: 'name.host' } };
      labelled(picture, 'review.graph', params);
      tell(caption, { key: 'review.graph', params });
    },
  };
}
