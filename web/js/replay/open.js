/** The field for a record: typed, pasted, chosen as a file or dropped anywhere on it. */

import { addressIn, pliesOf, upTo } from '../core/recordtext.js';
import { gameInHash } from '../core/route.js';
import { readText } from '../net/records.js';
import { button } from '../ui/button.js';
import { el, enable, show, tell } from '../ui/dom.js';
import { flawSentence } from './flaws.js';

/** @typedef {import('../page.js').Page} Page */

/** @param {Page} page @param {(read: import('../wire.d.ts').ReadRecord, ply: number | null) => void} view */
export function openForm(page, view) {
  const error = el('p', { class: 'error', id: 'record-error', hidden: true });
  const text = el('textarea', {
    class: 'input record-text', id: 'record', name: 'record', aria: { describedby: 'record-error record-hint' },
    attrs: { rows: '7', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off' },
  });
  const file = el('input', { class: 'sr', id: 'record-file', type: 'file', name: 'file', attrs: { accept: '.txt,.json,text/plain,application/json', tabindex: '-1' }, aria: { hidden: 'true' } });
  const choose = button('replay.open.file', () => file.click(), { name: 'file' });
  const go = button('replay.open.show', () => {}, { kind: 'primary', name: 'show', submit: true });
  const part = button('replay.open.part', () => void read(upTo(text.value, wrong - 1), Infinity), { name: 'part' });
  show(part, false);
  const element = el('form', { class: 'card record-drop', attrs: { novalidate: '' } },
    el('label', { t: 'replay.open.label', attrs: { for: 'record' } }), text, error,
    el('p', { class: 'hint', id: 'record-hint', t: 'replay.open.hint' }), file, el('div', { class: 'row' }, go, part, choose));
  let wrong = 0;

  /** @param {string} record @param {number | null} ply */
  async function read(record, ply) {
    enable(go, false);
    const reading = await readText(record);
    enable(go, true);
    if (!element.isConnected) return;
    if (reading.ok) return view(reading.read, ply);
    fail(flawSentence(reading.flaw, pliesOf(record)), reading.flaw.ply);
  }

  /** @param {import('../state.d.ts').Sentence} sentence @param {number | null} ply */
  function fail(sentence, ply) {
    tell(error, sentence);
    show(error, true);
    wrong = ply ?? 0;
    show(part, wrong > 1);
    text.setAttribute('aria-invalid', 'true');
    text.focus();
  }

  function clear() {
    show(error, false);
    show(part, false);
    text.removeAttribute('aria-invalid');
  }

  /** A whole text: a record, or the address of a game. @param {string} whole */
  function take(whole) {
    const game = gameInHash(addressIn(whole) ?? '');
    clear();
    if (game) return page.go({ name: 'replay', game });
    if (!whole.trim()) return fail({ key: 'replay.flaw.empty' }, null);
    void read(whole, null);
  }

  /** @param {File | undefined} chosen */
  async function open(chosen) {
    if (!chosen) return;
    text.value = await chosen.text().catch(() => '');
    take(text.value);
  }

  text.addEventListener('input', clear);
  file.addEventListener('change', () => {
    void open(file.files?.[0]);
    file.value = '';
  });
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    take(text.value);
  });
  return {
    element,
    /** Takes a whole text as if it had been pasted. @param {string} whole */
    give(whole) {
      text.value = whole;
      take(whole);
    },
  };
}

/** A place where a file or a text may be dropped. @param {HTMLElement} element @param {(text: string) => void} take */
export function droppable(element, take) {
  element.addEventListener('dragover', (event) => {
    event.preventDefault();
    element.dataset['over'] = 'yes';
  });
  element.addEventListener('dragleave', () => { delete element.dataset['over']; });
  element.addEventListener('drop', (event) => {
    event.preventDefault();
    delete element.dataset['over'];
    void droppedText(event.dataTransfer).then(take);
  });
}

/** @param {DataTransfer | null} data */
async function droppedText(data) {
  const file = data?.files[0];
  return file ? file.text().catch(() => '') : data?.getData('text/plain') ?? '';
}
