/** The action bar: what a player can do besides moving, at fixed places. */

import { canResign, canUndo, drawRest, drawState, isConnected, isLocal, isPending } from '../core/facts.js';
import { worded } from '../language.js';
import { button, iconButton } from '../ui/button.js';
import { el, enable, labelled, setData, show, tx } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { later } from '../ui/later.js';
import { afterPaint, whenIdle } from '../ui/leisure.js';
import { chatMark } from './panel.js';

/** @typedef {import('../page.js').Page} Page */
/** @typedef {import('../state.d.ts').RoomState} RoomState */
/** @typedef {import('../state.d.ts').PanelTab} PanelTab */

/** @param {Page} page @param {(tab: PanelTab) => void} openPanel */
export function createBar(page, openPanel) {
  const draw = button('bar.draw', () => pressDraw(page), { name: 'draw' });
  draw.addEventListener('click', () => tellWhy(page));
  const resign = button('bar.resign', () => pressResign(page), { name: 'resign' });
  const undo = button('bar.undo', () => page.send({ type: 'undo', game: number(page) }), { name: 'undo' });
  const restart = button('bar.restart', () => pressRestart(page), { name: 'restart' });
  const moves = button('bar.moves', () => openPanel('moves'), { name: 'moves' });
  const pieces = button('bar.pieces', () => openPanel('pieces'), { name: 'pieces' });
  const chat = button('panel.chat', () => openPanel('chat'), { name: 'chat' });
  const talk = chatMark(chat);
  const openMore = later(() => worded(import('./more.js')), ({ moreSheet }) => moreSheet(page));
  const more = iconButton('bar.more', icon('more'), openMore, 'more');
  afterPaint(() => whenIdle(() => void openMore.ahead(), 2500));
  more.classList.remove('btn-icon');
  moves.classList.add('narrow-only');
  pieces.classList.add('narrow-only');
  chat.classList.add('narrow-only');
  const element = el('div', { class: 'actions', role: 'group', label: 'bar.label' }, draw, resign, undo, restart, moves, pieces, chat, more);
  return {
    element,
    /** @param {RoomState} s */
    update(s) {
      const isLive = s.room?.phase === 'playing';
      updateDraw(draw, s);
      show(resign, canResign(s) && !isLocal(s));
      enable(resign, isConnected(s));
      setData(resign, 'state', s.asking === 'resign' ? 'confirm' : 'idle');
      show(undo, isLocal(s) && s.rules?.undo === 'local');
      enable(undo, canUndo(s) && isConnected(s) && !isPending(s, 'undo'));
      show(restart, isLocal(s) && isLive);
      talk.update(s);
    },
  };
}

/** @param {Page} page */
function number(page) {
  return page.state().room?.game?.number ?? 0;
}

/** @param {HTMLButtonElement} draw @param {RoomState} s */
function updateDraw(draw, s) {
  const state = drawState(s);
  show(draw, state !== 'hidden' && !isLocal(s));
  setData(draw, 'state', s.asking === 'offer' ? 'confirm' : state);
  enable(draw, (state === 'enabled' || state === 'mine') && isConnected(s) && !isPending(s, 'offer_draw'));
  tx(draw, state === 'mine' ? 'bar.draw.mine' : 'bar.draw');
  const why = whyNoDraw(s);
  if (why) labelled(draw, why.key, why.params);
  else {
    draw.removeAttribute('data-t-label');
    draw.removeAttribute('aria-label');
  }
}

/** Why none is offered now, or null. @param {RoomState} s @returns {import('../state.d.ts').Sentence | null} */
function whyNoDraw(s) {
  switch (drawState(s)) {
    case 'early': return { key: 'bar.draw.early' };
    case 'resting': return { key: 'bar.draw.resting', params: { n: drawRest(s) } };
    default: return null;
  }
}

/** A button that rests tells on a press until when. @param {Page} page */
function tellWhy(page) {
  const s = page.state().room;
  const why = s && whyNoDraw(s);
  if (why) page.tell(why.key, why.params);
}

/** @param {Page} page */
function pressDraw(page) {
  const s = page.state().room;
  if (!s) return;
  if (drawState(s) === 'mine') page.send({ type: 'decline_draw', game: number(page) });
  else offerDraw(page);
}

/** Asks before it offers, unless that is not wished. @param {Page} page */
export function offerDraw(page) {
  if (page.state().prefs.confirmResign) page.room({ type: 'ask', question: 'offer' });
  else page.send({ type: 'offer_draw', game: number(page) });
}

/** @param {Page} page */
export function pressResign(page) {
  if (page.state().prefs.confirmResign) page.room({ type: 'ask', question: 'resign' });
  else page.send({ type: 'resign', game: number(page) });
}

/** @param {Page} page */
export function pressRestart(page) {
  if ((page.state().room?.game?.ply ?? 0) > 0) page.room({ type: 'ask', question: 'restart' });
  else page.send({ type: 'restart', game: number(page) });
}
