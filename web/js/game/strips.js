/** The two player strips: name, side with a sample of its rim, what was taken, absence, clock. */

import { clockText, elapsedText, remaining } from '../core/clock.js';
import { clockNow, colourOfSeat, computerSeat, isLocal, mySeat, nameOf, serverNow } from '../core/facts.js';
import { grouped } from '../core/notation.js';
import { mutedDisc } from '../ui/discs.js';
import { el, labelled, patchList, setData, setText, show, tell } from '../ui/dom.js';
import { takenParams } from './told.js';

/** @typedef {import('../state.d.ts').RoomState} RoomState */
/** @typedef {import('../wire.d.ts').Seat} Seat */

/** Seconds after which it is told how long the computer has been thinking. */
const THOUGHT_TOLD = 3;

/** Whole seconds since a question was asked first; 0 while none is. */
function stopwatch() {
  let asked = '';
  let since = 0;
  return (/** @type {string} */ question, /** @type {boolean} */ isOn) => {
    if (!isOn) return 0;
    if (asked !== question) [asked, since] = [question, Date.now()];
    return Math.floor((Date.now() - since) / 1000);
  };
}

/** @param {'near' | 'far'} place */
export function createStrip(place) {
  const rim = el('span', { class: 'rim', aria: { hidden: 'true' } });
  const name = el('bdi', { class: 'strip-name' });
  const side = el('span', { class: 'strip-side' });
  const away = el('span', { class: 'strip-away', hidden: true });
  const thinking = stopwatch();
  const taken = el('span', { class: 'strip-taken', role: 'img' });
  const clock = el('span', { class: 'strip-clock', hidden: true, role: 'timer' });
  const element = el('section', { class: `strip strip-${place}`, label: `strip.${place}` },
    rim, name, side, away, el('span', { class: 'bar-gap' }), taken, clock);
  return {
    element,
    /** @param {RoomState} s @param {Seat} seat @param {string} set */
    update(s, seat, set) {
      const colour = colourOfSeat(s, seat);
      setData(element, 'seat', seat);
      setData(element, 'side', colour ?? 'none');
      setData(element, 'turn', s.game?.turn === seat ? 'yes' : 'no');
      tell(name, { key: 'strip.name', params: { name: nameOf(s, seat) } });
      name.title = name.textContent ?? '';
      tell(side, sideText(s, seat, colour));
      captured(taken, s.game?.captured[seat] ?? '', set);
      this.tick(s, seat);
    },
    /** What changes with time alone. @param {RoomState} s @param {Seat} seat */
    tick(s, seat) {
      const now = serverNow(s, Date.now());
      const presence = s.presence?.[seat];
      const isAway = !isLocal(s) && mySeat(s) !== seat && presence?.online === false && !!s.room?.seats[seat];
      const thought = thinking(`${s.game?.number}/${s.game?.ply}`, s.game?.turn === seat && computerSeat(s) === seat);
      show(away, isAway || thought >= THOUGHT_TOLD);
      if (thought >= THOUGHT_TOLD) tell(away, { key: 'strip.thinking', params: { n: thought } });
      if (isAway) tell(away, { key: 'strip.away', params: { time: elapsedText(presence?.away_since ?? now, now) } });
      const times = s.game?.clock;
      show(clock, !!times);
      if (!times) return;
      const ms = remaining(times, seat, clockNow(s, Date.now()));
      setText(clock, clockText(ms));
      setData(clock, 'low', ms < 30_000 ? 'yes' : null);
    },
  };
}

/**
 * @param {RoomState} s @param {Seat} seat @param {'red' | 'black' | null} colour
 * @returns {import('../state.d.ts').Sentence | null}
 */
function sideText(s, seat, colour) {
  const isMe = mySeat(s) === seat;
  if (!s.room?.seats[seat]) return { key: 'strip.gone' };
  if (!colour) return isMe ? { key: 'strip.you' } : null;
  return { key: isMe ? 'strip.side.you' : 'strip.side', params: { side: { t: `side.${colour}`, tint: colour } } };
}

/** @param {HTMLElement} list @param {string} letters @param {string} set */
function captured(list, letters, set) {
  const groups = grouped(letters);
  show(list, groups.length > 0);
  labelled(list, 'strip.taken', takenParams(letters));
  patchList(list, groups, ({ piece, count }) => `${piece}${count}${set}`, ({ piece, count }) => el('span', { class: 'taken' },
    mutedDisc(piece, set), count > 1 ? el('span', { class: 'taken-n', text: String(count), aria: { hidden: 'true' } }) : null));
}
