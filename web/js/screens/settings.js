/** Settings of this device: all instant, all local, none of them a rule of the game. */

import { CHOICES, DEFAULTS } from '../core/prefs.js';
import { LANGUAGES } from '../languages.js';
import { button } from '../ui/button.js';
import { openSheet } from '../ui/dialog.js';
import { canNotify } from '../ui/attention.js';
import { el, tell } from '../ui/dom.js';
import { checkbox, numberField, select } from '../ui/fields.js';

/** @typedef {import('../page.js').Page} Page */
/** @typedef {import('../core/prefs.js').Prefs} Prefs */

/** @param {Page} page @param {keyof Prefs} name */
function choice(page, name) {
  const choices = (CHOICES[name] ?? []).map((value) => ({ value, label: { key: `settings.${name}.${value}` } }));
  return select(`settings.${name}`, choices, String(page.state().prefs[name]), (value) => page.setPrefs({ [name]: value }), name);
}

/** @param {Page} page @param {keyof Prefs} name */
function toggle(page, name) {
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

/** What concerns the board; also in the game's own menu. @param {Page} page */
export function boardSettings(page) {
  return [
    el('div', { class: 'options' }, choice(page, 'pieces'), choice(page, 'orientation'), choice(page, 'coordinates')),
    el('div', { class: 'checks' }, toggle(page, 'rotated'), toggle(page, 'showDestinations'), toggle(page, 'showLast'),
      toggle(page, 'ranks'), toggle(page, 'distinct'), toggle(page, 'confirmFlip'), toggle(page, 'sound')),
  ];
}

/** @param {Page} page */
function allSettings(page) {
  const spoken = Object.entries(LANGUAGES).map(([value, name]) => ({ value, label: { key: 'settings.language.named', params: { language: name } }, lang: value }));
  const language = select('settings.language', [{ value: 'auto', label: { key: 'settings.language.auto' } }, ...spoken],
    page.state().prefs.language, (value) => page.setPrefs({ language: value }), 'language');
  const volume = numberField('settings.volume', { name: 'volume', value: page.state().prefs.volume, min: 0, max: 100, step: '5' },
    (value) => page.setPrefs({ volume: value }));
  return [
    el('div', { class: 'options' }, language, choice(page, 'theme')),
    el('h3', { t: 'settings.board' }), ...boardSettings(page),
    el('h3', { t: 'settings.play' }),
    el('div', { class: 'options' }, choice(page, 'input'), choice(page, 'animation'), volume),
    el('div', { class: 'checks' }, toggle(page, 'keys'),
      'wakeLock' in navigator ? toggle(page, 'awake') : null,
      hasHaptics() ? toggle(page, 'haptics') : null,
      canNotify() ? notifyToggle(page) : null),
  ];
}

/** @param {Page} page */
export function settingsSheet(page) {
  const reset = button('settings.reset', () => {
    page.setPrefs({ ...DEFAULTS, name: page.state().prefs.name });
    dialog.close();
    settingsSheet(page);
  }, { name: 'reset' });
  const dialog = openSheet('settings.title', { name: 'settings', body: [...allSettings(page), el('p', { class: 'hint', t: 'settings.local' }), reset] });
}

/** @param {Page} page @returns {import('../screens.js').Screen} */
export function settingsScreen(page) {
  const heading = el('h1', { t: 'settings.title', attrs: { tabindex: '-1' } });
  const body = el('div', { class: 'stack-wide' });
  const fill = () => body.replaceChildren(...allSettings(page).map(raise), el('p', { class: 'hint', t: 'settings.local' }));
  fill();
  return { element: el('div', { class: 'page-narrow' }, heading, body), heading, update() {} };
}

/** On a page of its own the sections are one level higher. @param {HTMLElement} node */
function raise(node) {
  if (node.tagName !== 'H3') return node;
  return el('h2', { t: node.getAttribute('data-t') ?? '' });
}

