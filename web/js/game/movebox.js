/** A field in which moves are typed and questions asked: the whole game without the board. */

import { SEATS, canAct, canResign, canUndo, drawState, isConnected, isLocal } from '../core/facts.js';
import { at } from '../core/notation.js';
import { isPlan, mayPlan } from '../core/premove.js';
import { sentenceOfLast } from '../core/says.js';
import { standingOf, standingOn } from '../core/standing.js';
import { clockSentences, statusOf } from '../core/status.js';
import { readTyped } from '../core/typed.js';
import { contentText } from '../board/labels.js';
import { button } from '../ui/button.js';
import { el, said, t } from '../ui/dom.js';
import { textField } from '../ui/fields.js';
import { offerDraw } from './bar.js';
import { explain } from './explain.js';
import { quietText, unseenText } from './keys.js';
import { standingText, takenText } from './told.js';

/** @typedef {import('../page.js').Page} Page */
/** @typedef {import('../state.d.ts').RoomState} RoomState */

/** @param {Page} page */
export function moveBox(page) {
  const field = textField('movebox.field', {
    name: 'move', hint: 'movebox.hint', placeholder: 'movebox.example',
    attrs: { autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', enterkeyhint: 'go', maxlength: '20' },
  });
  const answer = el('p', { class: 'movebox-answer', role: 'status' });
  const go = button('movebox.go', () => {}, { name: 'move-go', submit: true });
  const element = el('form', { class: 'movebox', attrs: { novalidate: '' } }, field.element, go, answer);
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    const s = page.state().room;
    if (s?.game) obey(page, s, field, (text) => { answer.textContent = text; });
  });
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    toBoard();
  });
  return element;
}

function toBoard() {
  /** @type {HTMLElement | null} */ (document.querySelector('.board [tabindex="0"]'))?.focus();
}

/** @param {Page} page @param {RoomState} s @param {import('../ui/fields.js').Field} field @param {(text: string) => void} tell */
function obey(page, s, field, tell) {
  const typed = readTyped(field.input.value);
  field.clear();
  switch (typed.type) {
    case 'empty': return;
    case 'unknown': return field.fail('movebox.unknown');
    case 'play': return play(page, s, typed.action, field);
    case 'ask': tell(answerTo(s, typed.about)); break;
    case 'kind': tell(whereIs(s, typed.kind)); break;
    case 'place': tell(whatIsOn(s, typed.place)); break;
    case 'board': toBoard(); break;
    case 'takeback': takeBack(page, s, tell); break;
    case 'draw': offer(page, s, tell); break;
    case 'resign': resign(page, s, tell);
  }
  field.input.value = '';
}

/** @param {Page} page @param {RoomState} s @param {string} action @param {import('../ui/fields.js').Field} field */
function play(page, s, action, field) {
  const { game } = s;
  if (!game) return;
  if (page.state().prefs.premove && mayPlan(s) && isPlan(s, action)) {
    page.room({ type: 'premove', action });
    field.input.value = '';
    return;
  }
  if (!canAct(s)) return field.fail('refused.not_your_turn');
  if (!game.legal.includes(action)) {
    void explain(page, action.slice(0, 2), action.slice(2), game.barred.includes(action));
    return field.input.select();
  }
  page.send({ type: 'play', game: game.number, ply: game.ply, action });
  field.input.value = '';
}

/** @param {Page} page @param {RoomState} s @param {(text: string) => void} tell */
function resign(page, s, tell) {
  if (!isConnected(s)) tell(t('conn.wait'));
  else if (canResign(s)) page.room({ type: 'ask', question: 'resign' });
  else tell(t('refused.not_allowed_by_rules'));
}

/** @param {Page} page @param {RoomState} s @param {(text: string) => void} tell */
function offer(page, s, tell) {
  const state = drawState(s);
  const game = s.game?.number ?? 0;
  if (!isConnected(s)) tell(t('conn.wait'));
  else if (state === 'enabled' && isLocal(s)) page.room({ type: 'ask', question: 'draw' });
  else if (state === 'enabled') offerDraw(page);
  else if (state === 'theirs') page.send({ type: 'accept_draw', game, ply: s.game?.draw_offer_ply ?? 0 });
  else tell(t('refused.not_allowed_by_rules'));
}

/** @param {Page} page @param {RoomState} s @param {(text: string) => void} tell */
function takeBack(page, s, tell) {
  if (!isConnected(s)) tell(t('conn.wait'));
  else if (canUndo(s)) page.send({ type: 'undo', game: s.game?.number ?? 0 });
  else tell(t('refused.not_allowed_by_rules'));
}

/** @param {RoomState} s @param {string} kind */
function whereIs(s, kind) {
  const found = standingOf(s.game?.board ?? '', kind);
  return found.map(standingText).join(t('board.sentence.separator')) || t('board.say.noneOfKind');
}

/** @param {RoomState} s @param {string} place */
function whatIsOn(s, place) {
  const board = s.game?.board ?? '';
  const items = standingOn(board, place).map((square) => t('board.label.item', { square, content: contentText(t, at(board, square)) }));
  return items.join(t('board.list.separator')) || t('movebox.nothing');
}

/** @param {RoomState} s @param {Extract<import('../core/typed.js').Typed, {type: 'ask'}>['about']} about */
function answerTo(s, about) {
  switch (about) {
    case 'help': return t('movebox.help');
    case 'turn': return said(statusOf(s));
    case 'last': return said(sentenceOfLast(s) ?? { key: 'moves.none' });
    case 'unseen': return unseenText(s);
    case 'quiet': return quietText(s);
    case 'taken': return SEATS.map((seat) => takenText(s, seat)).join(' ');
    default: return clocks(s);
  }
}

/** @param {RoomState} s */
function clocks(s) {
  return clockSentences(s, Date.now()).map(said).join(' ') || t('sum.clock.off');
}
