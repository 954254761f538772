/** The message slot on the page: one sentence and its buttons at constant height. */

import { isLocal, otherSeat } from '../core/facts.js';
import { slotOf } from '../core/slot.js';
import { QUESTION_MS } from '../ui/asking.js';
import { button } from '../ui/button.js';
import { el, labelled, said, setData, tell } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { speak } from '../ui/live.js';

/** @typedef {import('../page.js').Page} Page */
/** @typedef {import('../state.d.ts').RoomState} RoomState */
/** @typedef {import('../core/slot.js').SlotAct} SlotAct */

/** Who keeps waiting for an absent player is asked again after so long. */
const ASK_AGAIN_MS = 60_000;

/** @param {Page} page */
export function createSlot(page) {
  const text = el('p', { class: 'slot-text', id: 'slot-text' });
  const buttons = el('div', { class: 'slot-acts' });
  const element = el('section', { class: 'slot', label: 'slot.label', data: { state: 'empty' } }, text, buttons);
  let shown = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {string} kind @param {SlotAct[]} acts @param {boolean} hadFocus */
  function rebuild(kind, acts, hadFocus) {
    buttons.replaceChildren(...acts.map((act) => actButton(page, kind, act)));
    clearTimeout(timer);
    if (acts.includes('confirm') && kind !== 'move') timer = setTimeout(() => page.room({ type: 'ask', question: null }), QUESTION_MS);
    const main = kind === 'move' ? 'slot-confirm' : 'slot-keep';
    const keep = /** @type {HTMLElement | null} */ (buttons.querySelector(`[data-act="${main}"]`));
    keep?.setAttribute('aria-describedby', text.id);
    if (keep) keep.focus({ preventScroll: true });
    else if (hadFocus) (buttons.querySelector('button') ?? returnTo(shown))?.focus({ preventScroll: true });
  }

  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !page.state().room?.asking) return;
    event.stopPropagation();
    page.room({ type: 'ask', question: null });
  });

  return {
    element,
    /** @param {RoomState} s */
    update(s) {
      const slot = slotOf(s, Date.now());
      const key = slot ? `${slot.kind} ${slot.acts.join(' ')}` : '';
      tell(text, slot?.sentence ?? null);
      const hadFocus = element.contains(document.activeElement);
      setData(element, 'state', slot?.kind ?? 'empty');
      if (slot?.kind === 'claim' && key !== shown) speak('say', said(slot.sentence));
      if (key !== shown) rebuild(slot?.kind ?? '', slot?.acts ?? [], hadFocus);
      shown = key;
    },
    destroy: () => clearTimeout(timer),
  };
}

/** Where focus goes when its button is gone: to who asked, else to the board. @param {string} shown @returns {HTMLElement | null} */
function returnTo(shown) {
  const kind = shown.replace(/ .*/, '');
  const opener = document.querySelector(`.actions [data-act="${kind === 'offer' ? 'draw' : kind}"]:not([hidden])`);
  return /** @type {HTMLElement | null} */ (opener ?? document.querySelector('.board [tabindex="0"]') ?? document.getElementById('main'));
}

/** @param {Page} page @param {string} kind @param {SlotAct} act */
function actButton(page, kind, act) {
  const keys = act === 'confirm' ? `confirm.${kind}` : act === 'keep' ? `keep.${kind}` : `act.${act}`;
  const kinds = /** @type {Partial<Record<SlotAct, 'primary' | 'danger'>>} */ ({ confirm: kind === 'move' ? 'primary' : 'danger', accept: 'primary', win: 'primary', live: 'primary' });
  const node = button(keys, () => perform(page, kind, act), { name: `slot-${act}`, kind: kinds[act] ?? 'plain' });
  return act === 'back' || act === 'on' ? symbol(node, act, keys) : node;
}

/** A button whose face is a sign and whose name is a sentence. @param {HTMLButtonElement} node @param {string} sign @param {string} label */
function symbol(node, sign, label) {
  node.removeAttribute('data-t');
  node.replaceChildren(icon(sign));
  labelled(node, label);
  return node;
}

/** @param {Page} page @param {string} kind @param {SlotAct} act */
function perform(page, kind, act) {
  const s = page.state().room;
  if (!s) return;
  const game = s.game?.number ?? 0;
  switch (act) {
    case 'confirm': return confirm(page, s, kind);
    case 'keep': return page.room({ type: 'ask', question: null });
    case 'retry': return page.retryNow();
    case 'unsend': return s.pending.forEach((p) => { if (p.command.type === 'play') page.room({ type: 'cancel', id: p.id }); });
    case 'accept': return page.send({ type: 'accept_draw', game, ply: s.game?.draw_offer_ply ?? s.game?.ply ?? 0 });
    case 'decline':
    case 'withdraw': return page.send({ type: 'decline_draw', game });
    case 'live': return page.room({ type: 'view', ply: null });
    case 'back': return page.room({ type: 'view', ply: (s.viewing ?? s.moves.length) - 1 });
    case 'on': return page.room({ type: 'view', ply: (s.viewing ?? s.moves.length) + 1 });
    case 'win': return page.send({ type: 'claim', game, result: 'win' });
    case 'none': return page.send({ type: 'claim', game, result: 'none' });
    case 'wait': return page.room({ type: 'hide', what: 'claim', until: Date.now() + ASK_AGAIN_MS });
    case 'card': return page.room({ type: 'hide', what: 'card' });
    case 'unplan': return page.room({ type: 'premove', action: null });
    case 'now': return page.send({ type: 'move_now', game });
  }
}

/** @param {Page} page @param {RoomState} s @param {string} kind */
function confirm(page, s, kind) {
  const game = s.game?.number ?? 0;
  const turn = s.game?.turn ?? 'host';
  const seat = isLocal(s) ? { seat: turn } : {};
  const action = s.considered ?? '';
  page.room({ type: 'ask', question: null });
  switch (kind) {
    case 'move': return page.send({ type: 'play', game, ply: s.game?.ply ?? 0, action });
    case 'resign': return page.send({ type: 'resign', game, ...seat });
    case 'restart': return page.send({ type: 'restart', game });
    case 'leave': return page.send({ type: 'leave' });
    case 'remove': return page.send({ type: 'remove_guest' });
    case 'offer': return page.send({ type: 'offer_draw', game });
    case 'draw': return agree(page, s, turn);
  }
}

/** On one device a draw is agreed at once: one seat offers, the other accepts. @param {Page} page @param {RoomState} s @param {import('../wire.d.ts').Seat} turn */
function agree(page, s, turn) {
  const game = s.game?.number ?? 0;
  page.send({ type: 'offer_draw', game, seat: turn });
  page.send({ type: 'accept_draw', game, ply: s.game?.ply ?? 0, seat: otherSeat(turn) });
}
