/** A board without a game: shows a fixture, follows every allowed action at once, logs what it hears. */

import { createBoard } from '/js/board/board.js';
import { pieceNode } from '/js/board/pieces.js';
import { createSound } from '/js/sound.js';

const query = new URLSearchParams(location.search);
document.documentElement.dataset.theme = query.get('theme') ?? 'auto';
if (query.has('distinct')) document.documentElement.dataset.distinct = 'on';

/** A middle game: the cannon on b5 may go to b6, capture d5 over c5, and is barred from a5. */
const FIXTURE = {
  board: ['?S.h', 'c.?G', '??r?', '.A?s', '.C?h', 's.??', 'E??e', '??R?'].join(''),
  legal: ['a1', 'a3', 'a8', 'b1b2', 'b1c1', 'b3', 'b4a4', 'b5b6', 'b5d5', 'b7', 'b8', 'c2', 'c4', 'c5', 'c6', 'c7', 'd2d1', 'd3', 'd6', 'd8'],
  barred: ['b5a5'],
  canAct: true,
  last: { squares: ['b2', 'b1'] },
  pending: null,
  you: 'red',
  live: true,
};

const log = (window.log = []);
let view = { ...FIXTURE, ...JSON.parse(query.get('view') ?? '{}') };
const texts = await fetch(`/locales/${query.get('lang') ?? 'en'}.json`).then((answer) => (answer.ok ? answer.json() : {}));
const prefs = JSON.parse(query.get('prefs') ?? '{}');
const t = (key, params = {}) =>
  (texts[key] ?? `${key} ${Object.values(params).join(' ')}`).replace(/\{(\w+)\}/g, (_, name) => String(params[name] ?? ''));

/** The board after an action, with a soldier under every face-down piece. */
function after(board, action) {
  const letters = [...board];
  const at = (name) => 'abcd'.indexOf(name[0]) + 4 * (Number(name[1]) - 1);
  const from = at(action.slice(0, 2));
  if (action.length === 2) letters[from] = 's';
  else {
    letters[at(action.slice(2))] = letters[from];
    letters[from] = '.';
  }
  return letters.join('');
}

function act(action) {
  log.push(`act ${action}`);
  if (query.has('slow')) return show({ pending: action });
  const squares = [action.slice(0, 2), action.slice(2)].filter((name) => name !== '');
  show({ board: after(view.board, action), last: { squares }, pending: null });
}

function show(change) {
  view = { ...view, ...change };
  board.update(view);
}

const board = createBoard(document.getElementById('space'), {
  t,
  onAction: act,
  onIllegal: (from, to, barred) => log.push(`illegal ${from}${to} ${barred}`),
  onSay: (text) => {
    log.push(`say ${text}`);
    document.getElementById('say').textContent = text;
  },
  onKey: (letter) => log.push(`key ${letter}`),
  onSound: (sound) => log.push(`sound ${sound}`),
  prefs,
});
const set = prefs.pieces ?? 'traditional';
document.getElementById('strip').append(...[...'GAERHCSgaerhcs?'].map((letter) => pieceNode(letter, set)));
board.update(view);
window.demo = { board, show, act, FIXTURE, sound: createSound() };
document.documentElement.dataset.ready = '';
