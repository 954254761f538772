/** The end card: result and reason, series, points, and what now. Not modal: the board stays. */

import { SEATS, canEditRules, computerSeat, isConnected, isLocal, isPending, isSpectator, mySeat, nameOf, otherSeat, rematchState } from '../core/facts.js';
import { declinedSentence } from '../core/declined.js';
import { factsSentence, pointsSentence, resultReason, resultTitle, scoreText } from '../core/result.js';
import { worded } from '../language.js';
import { fetchBlob } from '../net/api.js';
import { button, iconButton } from '../ui/button.js';
import { el, enable, holdFocus, labelled, setData, show, tell } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { later } from '../ui/later.js';
import { rulesName } from '../screens/agreement.js';

/** @typedef {import('../page.js').Page} Page */
/** @typedef {import('../state.d.ts').RoomState} RoomState */

/** Is there a result to be shown? @param {RoomState} s */
export function hasCard(s) {
  return !!s.game?.result && !s.cardHidden && s.room?.phase === 'over';
}

/** @param {Page} page */
export function createEndCard(page) {
  const heading = el('h2', { class: 'end-title', attrs: { tabindex: '-1' } });
  const reason = el('p', {});
  const points = el('span', { class: 'hint' });
  const facts = el('span', { class: 'hint' });
  const score = el('span', {});
  const rematch = rematchBox(page);
  const fresh = newRules(page);
  const save = named(button('end.save', () => void saveRecord(page), { name: 'save' }), 'end.save.label');
  const review = named(button('end.review', () => reviewGame(page), { name: 'review' }), 'end.review.label');
  const share = iconButton('end.share', icon('share'), later(() => import('./share.js'), ({ shareResult }) => shareResult(page)), 'share-result');
  const skill = iconButton('end.skill', icon('idea'), later(() => worded(import('./skill.js')), ({ skillSheet, lastSkill }) => skillSheet(page, lastSkill())), 'pick-skill');
  const edit = named(button('end.rules', later(() => worded(import('../screens/editrules.js')), ({ editRulesSheet }) => editRulesSheet(page)), { name: 'edit-rules' }), 'end.rules.label');
  const level = button('end.level', later(() => worded(import('../screens/computer.js')), ({ seatComputerSheet }) => seatComputerSheet(page)), { name: 'level' });
  const leave = button('end.leave', () => page.room({ type: 'ask', question: 'leave' }), { name: 'leave' });
  const home = button('end.home', () => page.go({ name: 'home' }), { name: 'home' });
  const hide = iconButton('end.hide', icon('close'), () => page.room({ type: 'hide', what: 'card' }), 'hide-card');
  for (const node of [skill, share, hide]) node.classList.add('end-hide');
  const element = el('section', { class: 'end card', hidden: true, label: 'end.label' },
    el('div', { class: 'card-head' }, heading, skill, share, hide), el('div', { class: 'end-why' }, reason, facts),
    el('div', { class: 'end-score' }, score, points), fresh.element,
    el('div', { class: 'end-acts' }, rematch.element, level, review, save, edit, leave, home));
  let told = 0;
  return {
    element,
    /** @param {RoomState} s */
    update(s) {
      const result = s.game?.result;
      show(element, hasCard(s));
      if (!result || !hasCard(s)) return;
      setData(element, 'result', result.winner ? (result.winner === mySeat(s) ? 'won' : mySeat(s) ? 'lost' : 'decided') : 'none');
      tell(heading, resultTitle(s));
      tell(reason, resultReason(s));
      tell(points, pointsSentence(s));
      tell(facts, factsSentence(s));
      tell(score, scoreSentence(s));
      rematch.update(s);
      fresh.update(s);
      show(level, s.you === 'host' && (computerSeat(s) !== null || !s.room?.seats.guest));
      show(skill, mySeat(s) !== null && computerSeat(s) !== null);
      show(edit, canEditRules(s));
      show(leave, !isSpectator(s) && !isLocal(s));
      enable(leave, isConnected(s));
      show(home, isSpectator(s) || isLocal(s));
      if (told !== s.game?.number) shownFirst(page, s, heading);
      told = s.game?.number ?? 0;
    },
  };
}

/** @param {Page} page */
function reviewGame(page) {
  const s = page.state().room;
  if (s?.game) page.go({ name: 'replay', game: { code: s.code, number: s.game.number, ply: null } });
}

/** Gives a button of few letters a whole name. @param {HTMLButtonElement} node @param {string} key */
function named(node, key) {
  labelled(node, key);
  return node;
}

/** The score of all games in this room. @param {RoomState} s @returns {import('../state.d.ts').Sentence | null} */
function scoreSentence(s) {
  const score = s.room?.series.score;
  if (!score) return null;
  const [a, b] = SEATS;
  const params = { a: nameOf(s, a ?? 'host'), b: nameOf(s, b ?? 'guest'), n: scoreText(score.host), m: scoreText(score.guest) };
  return { key: 'end.score', params };
}

/** @param {Page} page @param {RoomState} s @param {HTMLElement} heading */
function shownFirst(page, s, heading) {
  focusOnce(heading);
  if (!isSpectator(s) && page.state().prefs.history) void import('../net/history.js').then(({ keepGame }) => keepGame(s)).catch(() => undefined);
}

/** Whoever is typing or reads a sheet goes on with it. @param {HTMLElement} heading */
function focusOnce(heading) {
  if (!document.querySelector('dialog[open]') && !document.activeElement?.matches('input, textarea')) heading.focus({ preventScroll: true });
}

/** What the next game goes by, once somebody changed it. @param {Page} page */
function newRules(page) {
  const text = el('p', {});
  const see = button('end.rules.see', () => page.room({ type: 'panel', tab: 'rules', open: true }), { name: 'see-rules' });
  const element = el('div', { class: 'end-rules', hidden: true }, text, see);
  return {
    element,
    /** @param {RoomState} s */
    update(s) {
      show(element, s.newRules);
      if (!s.newRules || !s.rules) return;
      const { key, params } = rulesName(s.rules, page.state().menu);
      tell(text, { key: 'end.rules.new', params: { rules: { t: key, ...(params ? { params } : {}) } } });
    },
  };
}

/** The states of a rematch. @param {Page} page */
function rematchBox(page) {
  const note = el('p', {});
  const send = (/** @type {boolean} */ accept) => page.send({ type: 'rematch', game: page.state().room?.game?.number ?? 0, accept });
  const ask = button('rematch.ask', () => send(true), { kind: 'primary', name: 'rematch' });
  const cancel = button('rematch.cancel', () => send(false), { name: 'rematch-cancel' });
  const accept = button('rematch.accept', () => send(true), { kind: 'primary', name: 'rematch-accept' });
  const decline = button('rematch.decline', () => send(false), { name: 'rematch-decline' });
  const invite = button('rematch.invite', () => page.room({ type: 'panel', tab: 'room', open: true }), { name: 'invite-again' });
  const element = el('div', { class: 'rematch stack' }, note, el('div', { class: 'row' }, ask, cancel, accept, decline, invite));
  return {
    element,
    /** @param {RoomState} s */
    update(s) {
      const state = rematchState(s);
      const me = mySeat(s);
      setData(element, 'state', state);
      show(element, state !== 'hidden');
      holdFocus(element, () => {
        show(ask, state === 'idle' || state === 'declined');
        show(cancel, state === 'mine');
        show(accept, state === 'theirs');
        show(decline, state === 'theirs');
        show(invite, state === 'left');
      });
      for (const node of [ask, cancel, accept, decline]) enable(node, isConnected(s) && !isPending(s, 'rematch'));
      const name = nameOf(s, me ? otherSeat(me) : 'guest');
      const isQuiet = state === 'idle' || state === 'hidden';
      show(note, !isQuiet);
      tell(note, isQuiet ? null : state === 'declined' ? declinedSentence(s) : { key: `rematch.is.${state}`, params: { name } });
    },
  };
}

/** @param {Page} page */
async function saveRecord(page) {
  const s = page.state().room;
  if (!s?.game) return;
  const blob = await fetchBlob('GET', `api/rooms/${s.code}/games/${s.game.number}.txt`);
  if (!blob) return page.tell('end.save.failed');
  const url = URL.createObjectURL(blob);
  const link = el('a', { href: url, attrs: { download: `banqi-${s.code}-${s.game.number}.banqi.txt` } });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  page.tell('end.saved');
}
