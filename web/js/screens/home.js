/** Home: play with a friend, enter a code, two players on one device, come back to a game. */

import { seatOf } from '../net/seats.js';
import { call } from '../net/api.js';
import { CODE_LENGTH, readCode, spacedCode } from '../core/code.js';
import { worded } from '../language.js';
import { LANGUAGES } from '../languages.js';
import { button } from '../ui/button.js';
import { mutedDisc } from '../ui/discs.js';
import { el, enable, isEnabled, patchList, show, tx } from '../ui/dom.js';
import { textField } from '../ui/fields.js';
import { later } from '../ui/later.js';
import { myRooms } from './rooms.js';

/** @typedef {import('../page.js').Page} Page */
/** @typedef {import('../state.d.ts').AppState} AppState */

/** A rank on a phone, a corner of the board on a wide screen: `.` is an empty square. */
const RANK = '?G?c?S';
const CORNER = '?G?c?S.??.e?h??R';

/** @param {Page} page @returns {import('../screens.js').Screen} */
export function homeScreen(page) {
  const heading = el('h1', { class: 'display', t: 'home.title', attrs: { tabindex: '-1' } });
  const rank = el('div', { class: 'home-board home-rank', aria: { hidden: 'true' } });
  const corner = el('div', { class: 'home-board home-corner', aria: { hidden: 'true' } });
  const rooms = myRooms(page, () => heading.focus());
  const language = languageSelect(page);
  const away = offlineNote();
  const ways = {
    computer: later(() => worded(import('./computer.js')), ({ computerSheet }) => computerSheet(page)),
    local: later(() => worded(import('./create.js')), ({ localSheet }) => localSheet(page)),
  };
  const element = el('div', { class: 'home' },
    el('section', { class: 'home-play' },
      heading, el('p', { class: 'lead', t: 'home.lead' }), language.element, away.element, rank, rooms.element,
      friendSection(page), codeSection(page),
      el('section', { class: 'ways' },
        way('computer', ways.computer), way('local', ways.local)),
    ),
    el('section', { class: 'home-more' }, corner, learnCard(page)),
  );
  /** @type {import('../core/route.js').Route | null} */
  let followed = null;
  return {
    element, heading,
    update(state) {
      const { route } = state;
      if (route !== followed && route.name === 'home' && route.way) queueMicrotask(ways[route.way]);
      followed = route;
      squares(rank, RANK, state.prefs.pieces);
      squares(corner, CORNER, state.prefs.pieces);
      language.update(state);
    },
    tick: rooms.tick,
    destroy: away.destroy,
  };
}

/** Says what still works while the device has no network. */
function offlineNote() {
  const element = el('p', { class: 'card home-offline', t: 'home.offline', role: 'note' });
  const look = () => show(element, !navigator.onLine);
  for (const event of ['online', 'offline']) window.addEventListener(event, look);
  look();
  const destroy = () => { for (const event of ['online', 'offline']) window.removeEventListener(event, look); };
  return { element, destroy };
}

/** @param {HTMLElement} board @param {string} letters @param {string} set */
function squares(board, letters, set) {
  patchList(board, [...letters], (letter, i) => `${letter}${i}${set}`, (letter) => el('span', { class: 'home-square' },
    letter === '.' ? null : mutedDisc(letter, set)));
}

/** @param {Page} page */
function friendSection(page) {
  const open = button('home.create', later(() => worded(import('./create.js')), ({ createSheet }) => createSheet(page)), { kind: 'primary', name: 'create' });
  open.classList.add('btn-big');
  return el('section', { class: 'stack' }, open);
}

/** Another way to play: what it is, and a line about it. @param {'computer' | 'local'} name @param {(event: MouseEvent) => void} act */
function way(name, act) {
  return el('button', { class: 'btn btn-plain way', type: 'button', data: { act: name }, onclick: act },
    el('span', { t: `home.${name}` }), el('span', { class: 'hint', t: `home.${name}.hint` }));
}

/** The code field understands links, full-width letters and lower case. @param {Page} page */
function codeSection(page) {
  const field = textField('home.code', {
    name: 'code', class: 'input-code', placeholder: 'home.code.placeholder',
    attrs: {
      autocapitalize: 'characters', autocomplete: 'off', spellcheck: 'false', inputmode: 'text',
      enterkeyhint: 'go', maxlength: '400',
    },
  });
  const join = button('home.join', () => {}, { name: 'join', submit: true });
  enable(join, false);
  const count = el('span', { class: 'code-count', hidden: true, aria: { hidden: 'true' } });
  const form = el('form', { class: 'code-form', attrs: { novalidate: '' } }, field.element, count, join);
  let isComposing = false;

  function read() {
    const reading = readCode(field.input.value);
    field.input.dataset.state = reading.status;
    enable(join, reading.status === 'complete' || reading.status === 'bad');
    show(count, reading.status === 'partial');
    if (reading.status === 'partial') tx(count, 'home.code.count', { n: reading.code.length, total: CODE_LENGTH });
  }
  field.input.addEventListener('input', read);
  field.input.addEventListener('compositionstart', () => { isComposing = true; });
  field.input.addEventListener('compositionend', () => { isComposing = false; read(); });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const reading = readCode(field.input.value);
    if (isComposing || !isEnabled(join)) return;
    if (reading.status === 'complete') void enter(page, reading.code, field, join);
    else fail(field, 'error.badCode');
  });
  return form;
}

/**
 * Looks the room up before leaving the page, so that a wrong code stays in its field.
 * @param {Page} page @param {string} code @param {import('../ui/fields.js').Field} field @param {HTMLButtonElement} join
 */
async function enter(page, code, field, join) {
  field.clear();
  if (seatOf(code)) return page.go({ name: 'room', code });
  field.input.dataset.state = 'checking';
  join.dataset.state = 'busy';
  tx(join, 'home.joining');
  const answer = await call('GET', `api/rooms/${code}`);
  join.dataset.state = 'idle';
  tx(join, 'home.join');
  if (answer.ok) return page.go({ name: 'room', code });
  fail(field, ...lookupError(answer, code));
}

/** @param {import('../ui/fields.js').Field} field @param {string} key @param {import('../ui/dom.js').Params} [params] */
function fail(field, key, params) {
  field.input.dataset.state = 'error';
  field.fail(key, params);
}

/**
 * @param {{code: string, after: number | null}} answer @param {string} code
 * @returns {[string, import('../ui/dom.js').Params]}
 */
function lookupError(answer, code) {
  if (answer.code === 'room_not_found') return ['error.roomNotFound', { code: spacedCode(code) }];
  if (answer.code === 'rate_limited') return ['error.tooMany', { n: answer.after ?? 30 }];
  return ['error.noServer', {}];
}

/** @param {Page} page */
function learnCard(page) {
  return el('section', { class: 'card learn' },
    mutedDisc('c', 'traditional'),
    el('h2', { t: 'home.rules' }), el('p', { class: 'hint', t: 'home.rules.hint' }),
    button('home.learn', () => page.go({ name: 'learn', lesson: null }), { name: 'learn' }),
    button('home.rules.open', () => page.go({ name: 'rules' }), { name: 'rules' }),
    button('home.replay', () => page.go({ name: 'replay', game: null }), { name: 'replay' }));
}

/** @param {Page} page */
function languageSelect(page) {
  const id = 'language';
  const choices = Object.entries(LANGUAGES).map(([value, text]) => el('option', { value, text, attrs: { lang: value } }));
  const select = el('select', { class: 'select', id, name: 'language' }, ...choices);
  select.addEventListener('change', () => page.setPrefs({ language: select.value }));
  const element = el('div', { class: 'field language' }, el('label', { t: 'home.language', attrs: { for: id } }), select);
  return {
    element,
    update: (/** @type {AppState} */ state) => {
      select.value = state.prefs.language === 'auto' ? document.documentElement.lang : state.prefs.language;
    },
  };
}
