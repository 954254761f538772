/** Settings of this device: all instant, all local, none of them a rule of the game. */

import { CHOICES, DEFAULTS } from '../core/prefs.js';
import { LANGUAGES } from '../languages.js';
import { canNotify } from '../ui/attention.js';
import { button } from '../ui/button.js';
import { openSheet } from '../ui/dialog.js';
import { el, tell } from '../ui/dom.js';
import { checkbox, numberField, select } from '../ui/fields.js';
import { styles } from '../ui/styles.js';
import { historyList } from './history.js';

/** @typedef {import('../page.js').Page} Page */
/** @typedef {import('../core/prefs.js').Prefs} Prefs */

/** @param {Page} page @param {keyof Prefs} name */
function choice(page, name) {
  const choices = (CHOICES[name] ?? []).map((value) => ({ value, label: { key: `settings.${name}.${value}` } }));
  return select(`settings.${name}`, choices, String(page.state().prefs[name]), (value) => page.setPrefs({ [name]: value }), name);
}

/** @param {Page} page @param {keyof Prefs} name */
export function toggle(page, name) {
  return checkbox(`settings.${name}`, Boolean(page.state().prefs[name]), (isOn) => page.setPrefs({ [name]: isOn }), name);
}

/** Only hands that touch feel anything. */
function hasHaptics() {
  return 'vibrate' in navigator && navigator.maxTouchPoints > 0;
}

/** The browser is asked when the box is ticked, never before. @param {Page} page */
function notifyToggle(page) {
  const hint = el('span', { class: 'hint', role: 'status' });
  const box = checkbox('settings.notify', page.state().prefs.notify && Notification.permission === 'granted', async (isOn) => {
    const input = /** @type {HTMLInputElement} */ (box.querySelector('input'));
    const isAllowed = !isOn || await Notification.requestPermission() === 'granted';
    input.checked = isOn && isAllowed;
    page.setPrefs({ notify: input.checked });
    tell(hint, isAllowed ? null : { key: 'settings.notify.denied' });
  }, 'notify');
  return el('div', {}, box, hint);
}

/** @param {Page} page */
function language(page) {
  const spoken = Object.entries(LANGUAGES).map(([value, name]) => ({ value, label: { key: 'settings.language.named', params: { language: name } }, lang: value }));
  return select('settings.language', [{ value: 'auto', label: { key: 'settings.language.auto' } }, ...spoken],
    page.state().prefs.language, (value) => page.setPrefs({ language: value }), 'language');
}

/** @param {Page} page */
function volume(page) {
  return numberField('settings.volume', { name: 'volume', value: page.state().prefs.volume, min: 0, max: 100, step: '5' },
    (value) => page.setPrefs({ volume: value }));
}

/** What concerns the board; also in the game's own menu. @param {Page} page */
export function boardSettings(page) {
  return [
    el('div', { class: 'options' }, choice(page, 'pieces'), choice(page, 'orientation'), choice(page, 'coordinates')),
    el('div', { class: 'checks' }, toggle(page, 'rotated'), toggle(page, 'showDestinations'), toggle(page, 'showLast'),
      toggle(page, 'ranks'), toggle(page, 'distinct'), toggle(page, 'confirmFlip'), toggle(page, 'odds'), toggle(page, 'confirmMove'), toggle(page, 'sound')),
  ];
}

/** Titles and what stands below them. @param {Page} page @returns {[string, Node[]][]} */
function sections(page) {
  const lists = ['captured', 'unseen', 'stay'];
  const sounds = [toggle(page, 'sound'), 'speechSynthesis' in window ? toggle(page, 'speech') : null, hasHaptics() ? toggle(page, 'haptics') : null];
  return [
    ['settings.look', [el('div', { class: 'options' }, language(page), choice(page, 'theme'))]],
    ['settings.board', [
      el('div', { class: 'options' }, choice(page, 'pieces'), choice(page, 'orientation'), choice(page, 'coordinates'),
        choice(page, 'animation'), choice(page, 'speed')),
      el('div', { class: 'checks' }, ...['rotated', 'showDestinations', 'showLast', 'ranks', 'distinct'].map((name) => toggle(page, /** @type {keyof Prefs} */ (name)))),
    ]],
    ['settings.play', [
      el('div', { class: 'options' }, choice(page, 'input'), choice(page, 'facing')),
      el('div', { class: 'checks' }, toggle(page, 'confirmFlip'), toggle(page, 'odds'), toggle(page, 'confirmMove'), toggle(page, 'premove'), toggle(page, 'confirmResign'),
        toggle(page, 'keys'), toggle(page, 'moveBox'), 'wakeLock' in navigator ? toggle(page, 'awake') : null, canNotify() ? notifyToggle(page) : null),
    ]],
    ['settings.lists', [
      el('div', { class: 'options' }, choice(page, 'notation')),
      el('div', { class: 'checks' }, ...lists.map((name) => toggle(page, /** @type {keyof Prefs} */ (name)))),
    ]],
    ['settings.heard', [el('div', { class: 'options' }, volume(page), choice(page, 'detail')), el('div', { class: 'checks' }, ...sounds)]],
    ['settings.games', [el('div', { class: 'checks' }, toggle(page, 'history')), historyList(page, page.review).element]],
  ];
}

/** @param {Page} page @param {'h2' | 'h3'} level  of the titles @param {() => void} again  after everything was put back */
function allSettings(page, level, again) {
  const reset = button('settings.reset', () => {
    page.setPrefs({ ...DEFAULTS, name: page.state().prefs.name });
    again();
    page.tell('settings.reset.done');
  }, { name: 'reset' });
  return [
    ...sections(page).flatMap(([title, nodes]) => [el(level, { t: title }), ...nodes]),
    el('p', { class: 'hint', t: 'settings.local' }), reset,
  ];
}

/** @param {Page} page */
export async function settingsSheet(page) {
  await styles(['history']).catch(() => undefined);
  const body = el('div', { class: 'stack-wide' });
  const fill = () => body.replaceChildren(...allSettings(page, 'h3', refill));
  const refill = () => {
    fill();
    body.querySelector('select')?.focus();
  };
  fill();
  openSheet('settings.title', { name: 'settings', body: [body] });
}

/** @param {Page} page @returns {import('../screens.js').Screen} */
export function settingsScreen(page) {
  const heading = el('h1', { t: 'settings.title', attrs: { tabindex: '-1' } });
  const body = el('div', { class: 'stack-wide settings' });
  const fill = () => body.replaceChildren(...allSettings(page, 'h2', refill));
  const refill = () => {
    fill();
    heading.focus();
  };
  fill();
  return { element: el('div', { class: 'page-narrow' }, heading, body), heading, update() {} };
}
