/** The games this browser keeps: opened again, saved together, thrown away. */

import { allRecords, forgetGame, forgetGames, keptGames } from '../net/history.js';
import { save } from '../replay/save.js';
import { askingButton } from '../ui/asking.js';
import { button, iconButton } from '../ui/button.js';
import { el, show, tell } from '../ui/dom.js';
import { icon } from '../ui/icons.js';

/** @typedef {import('../page.js').Page} Page */
/** @typedef {import('../net/history.js').KeptGame} KeptGame */

/** @param {Page} page @param {(record: string) => void} open */
export function historyList(page, open) {
  const list = el('ul', { class: 'history' });
  const none = el('p', { class: 'hint', t: 'settings.games.none', attrs: { tabindex: '-1' } });
  const saveAll = button('settings.games.save', () => save('banqi-games.txt', 'text/plain', allRecords()), { name: 'games-save' });
  const drop = askingButton('settings.games.drop', () => 'settings.games.sure', () => {
    forgetGames();
    fill();
    none.focus({ preventScroll: true });
    page.tell('settings.games.dropped');
  }, 'games-drop');
  const acts = el('div', { class: 'row' }, saveAll, drop);
  const element = el('div', { class: 'stack' }, none, list, acts);

  function fill() {
    const games = keptGames();
    show(none, games.length === 0);
    show(acts, games.length > 0);
    list.replaceChildren(...games.map((one) => item(one, open, () => {
      forgetGame(one.id);
      fill();
      (acts.hidden ? none : drop).focus({ preventScroll: true });
    })));
  }
  fill();
  return { element, count: () => keptGames().length };
}

/** @param {KeptGame} one @param {(record: string) => void} open @param {() => void} forget */
function item(one, open, forget) {
  const [host, guest] = one.names;
  const named = (/** @type {string | null | undefined} */ name, /** @type {string} */ key) => (name ? { name } : { t: key });
  const line = el('span', { class: 'history-who' });
  tell(line, { key: 'settings.games.who', params: { a: named(host, 'name.host'), b: named(guest, 'name.guest') } });
  const day = new Date(one.at).toLocaleDateString(document.documentElement.lang, { dateStyle: 'medium' });
  const result = one.winner === 'host' || one.winner === 'guest' ? `settings.games.${one.winner}` : 'settings.games.undecided';
  const more = el('span', { class: 'hint' });
  tell(more, { key: 'settings.games.how', params: { day, n: one.plies, result: { t: result, params: { a: named(host, 'name.host'), b: named(guest, 'name.guest') } } } });
  const node = el('button', { class: 'history-game', type: 'button', data: { act: 'game', id: one.id } }, line, more);
  node.addEventListener('click', () => open(one.record));
  return el('li', {}, node, iconButton('settings.games.forget', icon('close'), forget, 'forget-game'));
}
