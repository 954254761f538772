/** Calls a player back: mark in the title, another icon, and a notification where it is wished. */

import { UNSEEN, attend, callsOf } from '../core/attention.js';
import { said } from './dom.js';

/** @typedef {import('../state.d.ts').AppState} AppState */
/** @typedef {import('../core/attention.js').Call} Call */

const MARK = '▶ ';
const ISOLATES = /[\u2068\u2069]/g;

export function createAttention() {
  const favicon = /** @type {HTMLLinkElement} */ (document.getElementById('favicon'));
  const icons = { calm: favicon.href, turn: favicon.href.replace('icon.svg', 'turn.svg') };
  let attention = UNSEEN;
  let notified = '';
  /** @type {Notification | null} */
  let note = null;

  /** @param {Call} call @param {AppState} state */
  function notify(call, state) {
    if (call.key === notified || !state.prefs.notify || !canNotify() || Notification.permission !== 'granted') return;
    notified = call.key;
    note = shown(plain(said(call.sentence)), state.room?.code ?? '', icons.turn);
  }

  return {
    /** @param {AppState} state @param {import('../state.d.ts').Sentence} title */
    update(state, title) {
      attention = attend(attention, callsOf(state.room), document.visibilityState === 'hidden');
      const { call } = attention;
      document.title = (call ? MARK : '') + plain(said(title));
      const href = call ? icons.turn : icons.calm;
      if (favicon.href !== href) favicon.href = href;
      if (call) return notify(call, state);
      note?.close();
      note = null;
    },
  };
}

/** @param {string} text */
function plain(text) {
  return text.replace(ISOLATES, '');
}

/** Plain http has none. */
export function canNotify() {
  return window.isSecureContext && 'Notification' in window;
}

/** @param {string} text @param {string} code @param {string} icon */
function shown(text, code, icon) {
  try {
    const note = new Notification('Banqi', { body: text, tag: `banqi-${code}`, icon });
    note.onclick = () => {
      window.focus();
      note.close();
    };
    return note;
  } catch {
    return null; // phones show none for a page that is open
  }
}

/** A nudge of the hand, where there is motion and somebody has touched the page. @param {number} ms */
export function nudge(ms) {
  if (!ms || document.visibilityState === 'hidden' || !navigator.userActivation?.hasBeenActive) return;
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  navigator.vibrate?.(ms);
}
