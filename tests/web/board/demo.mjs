/** A board without a game: shows a fixture, follows every allowed action at once, logs what it hears. */

import { createBoard } from '../../../web/js/board/board.js';
import { pieceNode } from '../../../web/js/board/pieces.js';
import { createSound } from '../../../web/js/sound.js';

/** @typedef {import('../../../web/js/board/options.js').BoardView} BoardView */

/** A middle game: the cannon on b5 may go to b6, capture d5 over c5, and is barred from a5. @type {BoardView} */
const FIXTURE = {
  board: ['?S.h', 'c.?G', '??r?', '.A?s', '.C?h', 's.??', 'E??e', '??R?'].join(''),
  legal: [
    'a1', 'a3', 'a8', 'b1b2', 'b1c1', 'b3', 'b4a4', 'b5b6', 'b5d5', 'b7', 'b8', 'c2', 'c4', 'c5',
    'c6', 'c7', 'd2d1', 'd3', 'd6', 'd8',
  ],
  barred: ['b5a5'],
  canAct: true,
  last: { squares: ['b2', 'b1'] },
  pending: null,
  you: 'red',
  live: true,
};

const query = new URLSearchParams(location.search);
const prefs = JSON.parse(query.get('prefs') ?? '{}');
document.documentElement.dataset.theme = query.get('theme') ?? 'auto';
if (query.has('distinct')) document.documentElement.dataset.distinct = 'on';

const answer = await fetch(`/web/locales/${query.get('lang') ?? 'en'}.json`);
/** @type {Record<string, string>} */
const texts = await answer.json();

/** @type {string[]} */
const log = [];
/** @type {BoardView} */
let view = FIXTURE;

/** @type {import('../../../web/js/board/labels.js').Translate} */
const t = (key, params = {}) =>
  (texts[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(params[name] ?? ''));

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} name */
const indexOf = (name) => 'abcd'.indexOf(name.charAt(0)) + 4 * (Number(name.charAt(1)) - 1);

/** The board after an action, with a soldier under every face-down piece. @param {string} board @param {string} action */
function after(board, action) {
  const letters = [...board];
  const from = indexOf(action);
  const moving = letters[from] ?? '.';
  letters[from] = action.length === 2 ? 's' : '.';
  if (action.length === 4) letters[indexOf(action.slice(2))] = moving;
  return letters.join('');
}

/** @param {string} action */
function act(action) {
  log.push(`act ${action}`);
  if (query.has('slow')) return show({ pending: action });
  const squares = [action.slice(0, 2), action.slice(2)].filter((name) => name !== '');
  show({ board: after(view.board, action), last: { squares }, pending: null });
}

/** @param {Partial<BoardView>} change */
function show(change) {
  view = { ...view, ...change };
  board.update(view);
}

/** @param {string} text */
function say(text) {
  log.push(`say ${text}`);
  byId('say').textContent = text;
}

const board = createBoard(byId('space'), {
  t,
  prefs,
  onAction: act,
  onSay: say,
  onIllegal: (from, to, barred) => void log.push(`illegal ${from}${to} ${barred}`),
  onKey: (letter) => void log.push(`key ${letter}`),
  onSound: (sound) => void log.push(`sound ${sound}`),
});
const set = prefs.pieces ?? 'traditional';
byId('strip').append(...[...'GAERHCSgaerhcs?'].map((letter) => pieceNode(letter, set)));
board.update(view);
Object.assign(window, { log, demo: { board, show, act, FIXTURE, sound: createSound() } });
document.documentElement.dataset.ready = '';
