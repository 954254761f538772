/** The Chat tab: what was said, phrases for every language, a line of one's own, and quiet. */

import {
  LINE_LENGTH, PHRASES, canSay, chatHint, lineText, readLine, shownLines, unreadCount,
} from '../core/chat.js';
import { isConnected, isPending, mySeat, nameOf } from '../core/facts.js';
import { refusalSentence } from '../core/refusals.js';
import { button, iconButton } from '../ui/button.js';
import { el, enable, isEnabled, labelled, patchList, relabel, setData, setText, show, tell } from '../ui/dom.js';
import { textField } from '../ui/fields.js';
import { icon } from '../ui/icons.js';

/** @typedef {import('../page.js').Page} Page */
/** @typedef {import('../state.d.ts').RoomState} RoomState */
/** @typedef {import('../state.d.ts').ChatLine} ChatLine */

/** From so few letters left on the field counts them. */
const COUNTED = 40;

/** @param {Page} page @returns {import('./panel.js').TabBody} */
export function chatTab(page) {
  const hint = el('p', { class: 'hint chat-hint' });
  const lines = el('ol', { class: 'chat-lines' });
  const log = el('div', { class: 'chat-log', role: 'log', label: 'chat.log', aria: { live: 'off' }, attrs: { tabindex: '0' } }, hint, lines);
  const phrases = phraseRow(page);
  const form = lineForm(page);
  const mute = muteButton(page);
  const element = el('div', { class: 'chat' }, log, el('div', { class: 'chat-quick' }, phrases.element, mute.element), form.element);
  return {
    element,
    update({ room: s }) {
      if (!s) return;
      const shown = shownLines(s);
      const wasAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 24;
      patchList(lines, shown, (line) => lineKey(s, line), (line) => lineNode(s, line));
      show(hint, shown.length === 0 || !canSay(s) || s.chat.muted);
      tell(hint, chatHint(s));
      phrases.update(s);
      form.update(s);
      mute.update(s);
      if (wasAtEnd) log.scrollTop = log.scrollHeight;
      if (unreadCount(s) && isSeen(element)) page.room({ type: 'read' });
    },
    opened() {
      relabel(lines);
      log.scrollTop = log.scrollHeight;
    },
  };
}

/** @param {HTMLElement} node */
function isSeen(node) {
  return document.visibilityState === 'visible' && node.getClientRects().length > 0;
}

/** @param {RoomState} s @param {ChatLine} line */
function lineKey(s, line) {
  return `${line.n} ${line.at} ${line.old} ${JSON.stringify(nameOf(s, line.by))}`;
}

/** @param {RoomState} s @param {ChatLine} line */
function lineNode(s, line) {
  const who = mySeat(s) === line.by ? 'me' : mySeat(s) ? 'other' : line.by;
  const text = line.text === null
    ? el('span', { class: 'chat-text', t: 'chat.line', params: { text: lineText(line) } })
    : el('span', { class: 'chat-text', text: line.text, attrs: { dir: 'auto' } });
  const name = el('bdi', { class: 'chat-name', t: 'strip.name', params: { name: nameOf(s, line.by) } });
  const when = line.old ? el('span', { class: 'chat-old', t: 'chat.old' }) : null;
  return el('li', { class: 'chat-line', data: { who, n: String(line.n), ...(line.old ? { old: 'yes' } : {}) } },
    el('span', { class: 'chat-by' }, name, when), text);
}

/** @param {Page} page */
function phraseRow(page) {
  const buttons = PHRASES.map((phrase) => {
    const node = button(`phrase.${phrase}`, () => page.send({ type: 'say', phrase }), { name: `phrase-${phrase}` });
    node.classList.add('chat-phrase');
    return node;
  });
  const element = el('div', { class: 'chat-phrases scroll-x', role: 'group', label: 'chat.phrases' }, ...buttons);
  return {
    element,
    /** @param {RoomState} s */
    update(s) {
      show(element, canSay(s));
      for (const node of buttons) enable(node, isConnected(s) && !isPending(s, 'say'));
    },
  };
}

/** The field keeps what was typed until the server has it. @param {Page} page */
function lineForm(page) {
  const field = textField('chat.field', {
    name: 'say', attrs: { autocomplete: 'off', enterkeyhint: 'send', maxlength: '800' }, placeholder: 'chat.placeholder',
  });
  const left = el('span', { class: 'chat-left', aria: { hidden: 'true' } });
  const go = sendButton();
  const element = el('form', { class: 'chat-form', attrs: { novalidate: '' } }, field.element, left, go);
  let isWaiting = false;
  let isComposing = false;
  const read = () => {
    const line = readLine(field.input.value);
    setText(left, line.left < COUNTED ? String(line.left) : '');
    setData(left, 'over', line.left < 0 ? 'yes' : null);
    if (line.status !== 'long') field.clear();
    return line;
  };
  field.input.addEventListener('input', read);
  field.input.addEventListener('compositionstart', () => { isComposing = true; });
  field.input.addEventListener('compositionend', () => { isComposing = false; });
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    const line = read();
    if (isComposing || isWaiting || !isEnabled(go) || line.status === 'empty') return;
    if (line.status === 'long') return field.fail('chat.long', { n: LINE_LENGTH });
    isWaiting = true;
    field.input.readOnly = true;
    page.send({ type: 'say', text: line.text });
  });

  /** @param {RoomState} s */
  function settle(s) {
    isWaiting = false;
    field.input.readOnly = false;
    if (s.refusal?.about === 'say') {
      const { key, params } = refusalSentence(s.refusal.code);
      return field.fail(key, params);
    }
    field.input.value = '';
    read();
  }
  return {
    element,
    /** @param {RoomState} s */
    update(s) {
      show(element, canSay(s));
      if (isWaiting && !isPending(s, 'say')) settle(s);
      enable(go, isConnected(s) && !isPending(s, 'say'));
      setData(go, 'state', isWaiting ? 'busy' : 'idle');
    },
  };
}

function sendButton() {
  const node = iconButton('chat.send', icon('send'), () => {}, 'say');
  node.type = 'submit';
  node.classList.add('btn-primary');
  return node;
}

/** @param {Page} page */
function muteButton(page) {
  const element = iconButton('chat.mute', icon('mute'), () => page.mute(!page.state().room?.chat.muted), 'mute');
  return {
    element,
    /** @param {RoomState} s */
    update(s) {
      element.setAttribute('aria-pressed', String(s.chat.muted));
      labelled(element, canSay(s) ? 'chat.mute' : 'chat.mute.all');
    },
  };
}
