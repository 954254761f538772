/** The own seat: its name, and its way to another device or away from all others. */

import { cleanName, isNameUsable } from '../core/names.js';
import { isLocal, mySeats, nameOf } from '../core/facts.js';
import { refusalSentence } from '../core/refusals.js';
import { address, fetchBlob } from '../net/api.js';
import { askingButton } from '../ui/asking.js';
import { button } from '../ui/button.js';
import { copyText } from '../ui/copy.js';
import { openSheet } from '../ui/dialog.js';
import { el, show, tell, tx } from '../ui/dom.js';
import { nameField } from '../ui/fields.js';
import { openForm } from './create.js';

/** @typedef {import('../page.js').Page} Page */
/** @typedef {import('../wire.d.ts').Seat} Seat */

/** One field per seat that this tab plays. @param {Page} page */
export function renameSheet(page) {
  const s = page.state().room;
  if (!s) return;
  const fields = mySeats(s).map((seat) => ({ seat, field: seatName(page, seat) }));
  const dialog = openForm('rename.title', 'rename', fields.map(({ field }) => field.element), 'rename.submit', async (fail) => {
    for (const { seat, field } of fields) {
      const name = cleanName(field.input.value);
      field.clear();
      if (!name || !isNameUsable(name)) return field.fail('error.nameBad');
      if (name === page.state().room?.room?.seats[seat]?.name) continue;
      const answer = await page.ask({ type: 'rename', name, ...(isLocal(s) ? { seat } : {}) });
      if (!answer.ok) return answer.code === 'name_invalid' ? field.fail('error.nameBad') : fail({ ...answer, after: null });
      if (!isLocal(s)) page.setPrefs({ name });
    }
    dialog.close();
    page.tell('rename.done');
  });
  fields[0]?.field.input.select();
}

/** @param {Page} page @param {Seat} seat */
function seatName(page, seat) {
  const s = page.state().room;
  const field = nameField(s?.room?.seats[seat]?.name ?? '', 'rename.hint');
  const label = field.element.querySelector('label');
  if (s && isLocal(s) && label) tx(label, 'rename.of', { name: nameOf(s, seat) });
  return field;
}

/** A QR code and a link that take this seat to another device. @param {Page} page */
export function seatSheet(page) {
  const code = page.state().room?.code ?? '';
  const picture = el('img', { class: 'qr', hidden: true, attrs: { width: '240', height: '240' }, label: 'seat.qr' });
  const field = el('input', { class: 'input', type: 'text', label: 'seat.link', hidden: true, attrs: { readonly: '' } });
  const note = el('p', { class: 'hint', role: 'status', t: 'qr.loading', attrs: { tabindex: '-1' } });
  const copy = button('lobby.copyLink', () => void copied(page, field, note), { kind: 'primary', name: 'copy-seat' });
  const again = button('seat.again', () => {
    note.focus();
    void fresh();
  }, { kind: 'primary', name: 'seat-again' });
  const drop = askingButton('seat.drop', () => 'seat.drop.sure', async () => {
    const { ok } = await page.ask({ type: 'drop_tokens' });
    if (!ok) return;
    withhold();
    tx(note, 'seat.dropped');
    show(again, true);
    again.focus();
  }, 'drop-tokens');
  let url = '';
  const body = [el('p', { t: 'seat.lead' }), picture, note, field, el('div', { class: 'row' }, copy, again),
    el('div', { class: 'stack seat-drop' }, el('p', { class: 'hint', t: 'seat.drop.hint' }), drop)];
  const dialog = openSheet('more.move.title', { name: 'seat', body, onclose: () => URL.revokeObjectURL(url) });
  void fresh();

  /** Shows no link that does not work. */
  function withhold() {
    for (const node of [picture, field, copy, again]) show(node, false);
  }

  async function fresh() {
    withhold();
    tx(note, 'qr.loading');
    const answer = await page.ask({ type: 'move_seat' });
    const token = page.state().room?.sharedSeat;
    page.room({ type: 'hide', what: 'seat' });
    if (!dialog.open) return;
    if (!answer.ok || !token) return tell(note, refusalSentence(answer.ok ? 'other' : answer.code));
    field.value = `${address(code)}#seat=${token}`;
    show(field, true);
    show(copy, true);
    await draw(field.value);
  }

  /** @param {string} link */
  async function draw(link) {
    const blob = await fetchBlob('POST', 'api/qr', { text: link });
    if (!dialog.open || field.value !== link) return;
    tx(note, blob ? 'qr.hint' : 'qr.failed');
    if (!blob) return;
    URL.revokeObjectURL(url);
    url = URL.createObjectURL(new Blob([blob], { type: 'image/svg+xml' }));
    picture.src = url;
    show(picture, !field.hidden);
  }
}

/** @param {Page} page @param {HTMLInputElement} field @param {HTMLElement} note */
async function copied(page, field, note) {
  if (await copyText(field.value)) return page.tell('lobby.linkCopied');
  tx(note, 'error.copyFailed');
  field.focus();
  field.select();
}
