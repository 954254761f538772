/** The join sheet: who invites, what is played by which rules; only then a seat. */

import { cleanName, isNameUsable } from '../core/names.js';
import { refusalSentence } from '../core/refusals.js';
import { button } from '../ui/button.js';
import { el, enable, isEnabled, show, tell, tx } from '../ui/dom.js';
import { nameField } from '../ui/fields.js';
import { agreementView, rulesName } from './agreement.js';

/** @typedef {import('../page.js').Page} Page */
/** @typedef {import('../wire.d.ts').RoomCard} RoomCard */

/** @param {Page} page @param {string} code @returns {import('../screens.js').Screen} */
export function joinScreen(page, code) {
  void page.loadMenu();
  const heading = el('h1', { attrs: { tabindex: '-1' } });
  const name = nameField(page.state().prefs.name);
  const error = el('p', { class: 'error', hidden: true, attrs: { tabindex: '-1' } });
  const join = button('join.sit', () => {}, { kind: 'primary', name: 'sit', submit: true });
  const watch = button('join.watch', () => page.watch(code), { name: 'watch' });
  const form = el('form', { class: 'card', attrs: { novalidate: '' } }, name.element, error, el('div', { class: 'row' }, join, watch));
  const preset = el('h2', {});
  const rules = agreementView();
  const element = el('div', { class: 'page-narrow' }, heading, form, el('section', { class: 'card' }, preset, rules.element, el('p', { t: 'join.away' })));

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (!isEnabled(join)) return;
    const chosen = cleanName(name.input.value);
    name.clear();
    show(error, false);
    if (!isNameUsable(chosen)) return name.fail('error.nameBad');
    page.setPrefs({ name: chosen });
    join.dataset.state = 'busy';
    enable(join, false);
    tx(join, 'home.joining');
    const answer = await page.join(code, chosen);
    join.dataset.state = 'idle';
    enable(join, true);
    tx(join, 'join.sit');
    if (answer && !answer.ok) failed(answer);
  });

  /** @param {{code: string, after: number | null}} answer */
  function failed(answer) {
    if (answer.code === 'name_invalid') return name.fail('error.nameBad');
    if (answer.code === 'room_not_found') return page.room({ type: 'gone', reason: 'room_not_found' });
    const sentence = answer.code === 'rate_limited'
      ? { key: 'error.tooMany', params: { n: answer.after ?? 30 } } : refusalSentence(answer.code);
    tell(error, sentence);
    show(error, true);
    error.focus();
    if (answer.code === 'room_full') void page.reconsider(code);
  }

  return {
    element, heading,
    update(state) {
      const card = state.room?.card;
      if (!card) return;
      const isFree = !card.seats.host || !card.seats.guest;
      tell(heading, invitation(card, isFree));
      show(join, isFree);
      show(name.element, isFree);
      show(watch, card.spectators);
      watch.classList.toggle('btn-primary', !isFree);
      show(form, isFree || card.spectators);
      tell(preset, rulesName(card.rules, state.menu));
      rules.update(card.rules, card.clock);
    },
  };
}

/** @param {RoomCard} card @param {boolean} isFree @returns {import('../state.d.ts').Sentence} */
function invitation(card, isFree) {
  if (!isFree) return { key: card.spectators ? 'error.roomFull' : 'error.watchOff' };
  const host = card.seats.host ?? card.seats.guest;
  return host?.name ? { key: 'join.invite', params: { name: { name: host.name } } } : { key: 'join.invite.anonymous' };
}
