/** The sheets that make a room: with a friend, and for two players on one device. */

import { button } from '../ui/button.js';
import { openSheet } from '../ui/dialog.js';
import { el, enable, isEnabled, show, tell } from '../ui/dom.js';
import { checkbox, nameField, textField } from '../ui/fields.js';
import { cleanName, isNameUsable } from '../core/names.js';
import { refusalSentence } from '../core/refusals.js';
import { clockForm, rulesForm } from './rulesform.js';

/** @typedef {import('../page.js').Page} Page */
/** @typedef {import('../wire.d.ts').CreateRoom} CreateRoom */

/** Forms so far: each has a name of its own. */
let forms = 0;

/** @param {Page} page */
export async function createSheet(page) {
  if (!(await page.loadMenu())) return noServer(page);
  const menu = /** @type {import('../wire.d.ts').RulesMenu} */ (page.state().menu);
  const name = nameField(page.state().prefs.name);
  const rules = rulesForm(menu, null, { against: 'friend' });
  const clock = clockForm(null);
  let spectators = true;
  const watching = checkbox('create.spectators', true, (isOn) => { spectators = isOn; }, 'spectators');
  const odds = oddsField();
  openForm('create.title', 'create', [name.element, ...rules.nodes, ...clock.nodes, watching, odds.element], 'create.submit', async (fail) => {
    const chosen = cleanName(name.input.value);
    name.clear();
    if (!isNameUsable(chosen)) return name.fail('error.nameBad');
    page.setPrefs({ name: chosen });
    const body = { ...(chosen ? { name: chosen } : {}), ...rules.read(), clock: clock.read(), spectators, odds: odds.read() };
    const answer = await page.createRoom(/** @type {CreateRoom} */ ({ opponent: 'friend', ...body }));
    if (!answer.ok) return answer.code === 'name_invalid' ? name.fail('error.nameBad') : fail(answer);
  });
}

/** Whether pages may show the odds of a face-down piece: for both or for nobody. */
export function oddsField() {
  let isOn = true;
  return { element: checkbox('create.odds', true, (on) => { isOn = on; }, 'odds'), read: () => isOn };
}

/** @param {Page} page */
export async function localSheet(page) {
  if (!(await page.loadMenu())) return noServer(page);
  const menu = /** @type {import('../wire.d.ts').RulesMenu} */ (page.state().menu);
  const start = menu.presets['paofuqi'] ?? null;
  const rules = rulesForm(menu, start, { against: 'local' });
  const clock = clockForm(null);
  const about = el('p', { class: 'hint', t: 'create.local.about' });
  const names = /** @type {const} */ (['host', 'guest']).map(localName);
  const row = el('div', { class: 'options' }, ...names.map(({ element }) => element));
  openForm('create.local.title', 'local', [about, row, ...rules.nodes, ...clock.nodes], 'create.local.submit', async (fail) => {
    const [host, guest] = names.map(({ input }) => cleanName(input.value));
    const long = names.find(({ input }) => !isNameUsable(cleanName(input.value)));
    for (const name of names) name.clear();
    if (long) return long.fail('error.nameBad');
    const answer = await page.createRoom({ opponent: 'local', ...rules.read(), clock: clock.read(), ...(host ? { name: host } : {}) });
    if (!answer.ok) return answer.code === 'name_invalid' ? names[0]?.fail('error.nameBad') : fail(answer);
    if (guest) page.send({ type: 'rename', name: guest, seat: 'guest' });
  });
}

/** Who sits here is asked once; empty is fine. @param {'host' | 'guest'} seat */
function localName(seat) {
  return textField(`create.local.${seat}`, {
    name: `name-${seat}`, placeholder: `name.${seat}`, attrs: { autocomplete: 'off', enterkeyhint: 'go', maxlength: '80' },
  });
}

/**
 * A sheet with a form whose failure is told beside its button and loses nothing that was typed.
 * @param {string} title @param {string} name @param {Node[]} fields @param {string} label
 * @param {(fail: (answer: {code: string, after: number | null}) => void) => Promise<void>} submit
 */
export function openForm(title, name, fields, label, submit) {
  const id = `${name}-form-${++forms}`;
  const error = el('p', { class: 'error', hidden: true, attrs: { tabindex: '-1' } });
  const go = button(label, () => {}, { kind: 'primary', name: `${name}-submit`, submit: true });
  go.setAttribute('form', id);
  const form = el('form', { class: 'stack-wide', id, attrs: { novalidate: '' } }, ...fields);
  const dialog = openSheet(title, { name, body: [form], foot: [error, go] });
  /** @param {{code: string, after: number | null}} answer */
  const fail = (answer) => {
    const sentence = answer.code === 'rate_limited'
      ? { key: 'error.tooMany', params: { n: answer.after ?? 30 } } : refusalSentence(answer.code);
    tell(error, sentence);
    show(error, true);
    error.focus();
  };
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (!isEnabled(go)) return;
    const bad = [...form.querySelectorAll('input')].find((input) => !input.validity.valid && !input.closest('[hidden]'));
    if (bad) return void bad.reportValidity();
    show(error, false);
    enable(go, false);
    go.dataset.state = 'busy';
    await submit(fail);
    enable(go, true);
    go.dataset.state = 'idle';
  });
  return dialog;
}

/** @param {Page} page @param {(page: Page) => unknown} [wanted] */
export function noServer(page, wanted = createSheet) {
  const note = el('p', { class: 'notice', t: 'error.noServer' });
  const again = button('create.again', () => {
    dialog.close();
    void wanted(page);
  }, { kind: 'primary', name: 'again' });
  const dialog = openSheet('create.title', { name: 'no-server', body: [note], foot: [again] });
}
