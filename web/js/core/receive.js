/** One server message folded into a room's state. Believes the server; judges nothing. */

import { lineSentences, withLine } from './chat.js';
import { SEATS, isLocal, mySeats } from './facts.js';
import { keptPlan } from './premove.js';
import { refusalSentence } from './refusals.js';
import { declinedAfter, wasChanged } from './declined.js';
import { tellPresence, tellState, tellWelcome } from './says.js';

/**
 * @typedef {import('../state.d.ts').RoomState} RoomState
 * @typedef {import('../wire.d.ts').ServerMessage} ServerMessage
 * @typedef {import('../state.d.ts').Pending} Pending
 */

/** How long a command rests after `unavailable` before it is sent again, ms. */
const REST = 1500;

/**
 * @param {RoomState} s @param {ServerMessage} message @param {number} now  client clock
 * @returns {RoomState}
 */
export function receive(s, message, now) {
  switch (message.type) {
    case 'welcome': return welcome(s, message, now);
    case 'state': return message.version > s.version ? newState(s, message) : s;
    case 'presence': return presence(s, message);
    case 'ack': return { ...s, pending: s.pending.flatMap((p) => (p.id === message.id ? stored(s, p, message.version) : p)) };
    case 'refused': return refused(s, message, now);
    case 'said': return said(s, message);
    case 'history': return history(s, message);
    case 'seat_token': return { ...s, pending: without(s, message.id), sharedSeat: message.token };
    case 'bye': return { ...s, conn: { ...s.conn, bye: { code: message.code, retry: message.retry } } };
    default: return s;
  }
}

/**
 * What waits on after an answer: a play whose board has not come. Until then a tap would be for the old one.
 * @param {RoomState} s @param {Pending} pending @param {number} version @returns {Pending[]}
 */
function stored(s, pending, version) {
  return pending.command.type === 'play' && version > s.version ? [{ ...pending, sent: true, stored: version }] : [];
}

/** @param {RoomState} s @param {string | null} id */
function without(s, id) {
  return s.pending.filter((p) => p.id !== id);
}

/** @param {RoomState} s @param {import('../wire.d.ts').Welcome} m @param {number} now @returns {RoomState} */
function welcome(s, m, now) {
  const after = {
    ...s, stage: /** @type {'live'} */ ('live'), you: m.you, version: m.version, build: m.build,
    rules: m.rules, room: m.room, game: m.game, moves: m.moves, last: m.moves.at(-1) ?? null, lastBy: null,
    skew: m.now - now, skewRtt: null, viewing: sameGame(s, m) ? stillPast(s.viewing, m.game) : null, asking: null,
    began: sameGame(s, m) ? s.began : m.game?.ply === 0 ? m.now : null, ended: sameGame(s, m) ? s.ended : null,
    conn: online(s, now), refusal: null, drawSeen: s.version < 0 ? drawnBefore(m) : s.drawSeen, chat: { ...s.chat, returned: s.version >= 0 }, ...turning(s, m), premove: null,
  };
  const kept = { ...after, declined: declinedAfter(s, after, m.now), sat: satAt(s, after), arriving: arriving(s, after), newRules: goesByOthers(s, after), pending: s.pending.filter((p) => p.stored === null && isTimely(p, after)) };
  return tell(kept, withPlan(tellWelcome(s, kept), s.premove ? 'premove.cancelled' : null));
}

/** The game whose draw was over when this tab came: it has been looked at. @param {import('../wire.d.ts').Welcome} m */
function drawnBefore({ room, game }) {
  return room?.draw_for_first?.tiles ? game?.number ?? null : null;
}

/** Will the next game go by other rules than this one did, as far as this tab has seen? @param {RoomState} before @param {RoomState} after */
function goesByOthers(before, after) {
  if (before.room?.phase !== 'over' || after.room?.phase !== 'over' || !sameGame(before, after)) return false;
  return before.newRules || wasChanged(before, after);
}

/** Who sits there, or sat there when the game ended. @param {RoomState} before @param {{room: import('../wire.d.ts').Room | null}} after @returns {RoomState['sat']} */
function satAt(before, { room }) {
  const name = (/** @type {import('../wire.d.ts').Seat} */ seat) => room?.seats[seat]?.name ?? (room?.phase === 'over' ? before.sat[seat] : null);
  return { host: name('host'), guest: name('guest') };
}

/** @param {RoomState} s @param {number} now @returns {import('../state.d.ts').Conn} */
function online(s, now) {
  return { ...s.conn, status: 'online', since: null, retryAt: null, lastSync: now, bye: null };
}

/** @param {RoomState} s @param {{game: import('../wire.d.ts').Game | null}} m */
function sameGame(s, m) {
  return s.game?.number === m.game?.number;
}

/**
 * A board that was not seen before came about when it was told of; nobody has asked for haste on it.
 * @param {RoomState} s @param {{game: import('../wire.d.ts').Game | null, room: {phase: string}, now: number}} m
 * @returns {Pick<RoomState, 'turned' | 'hurried'>}
 */
function turning(s, m) {
  const isKnown = s.room?.phase === m.room.phase && sameGame(s, m) && s.game?.ply === m.game?.ply;
  return isKnown ? { turned: s.turned, hurried: s.hurried } : { turned: m.now, hurried: null };
}

/**
 * After a resync a play only makes sense on the board it was made for.
 * @param {Pending} pending @param {RoomState} s
 */
function isTimely({ command }, s) {
  if (command.type === 'history') return false;
  if ('game' in command && command.game !== undefined && command.game !== s.game?.number) return false;
  if (command.type === 'move_now') return s.hurried === s.game?.ply;
  return command.type !== 'play' || command.ply === s.game?.ply;
}

/** Is it still to be answered, or to be seen, after this state? @param {Pending} pending @param {RoomState} s */
function waitsOn(pending, s) {
  if (pending.command.type === 'history') return true;
  return (pending.stored === null || pending.stored > s.version) && isTimely(pending, s);
}

/** @param {RoomState} s @param {import('../wire.d.ts').StateMessage} m @returns {RoomState} */
function newState(s, m) {
  const same = sameGame(s, m);
  const ended = same && !!s.game?.result !== !!m.game?.result;
  const after = {
    ...s, version: m.version, room: m.room, game: m.game, moves: movesAfter(s, m),
    last: m.last?.move ?? null, lastBy: m.last?.by ?? null, viewing: same ? stillPast(s.viewing, m.game) : null,
    asking: same && !ended && !(s.asking === 'move' && s.game?.ply !== m.game?.ply) ? s.asking : null,
    cardHidden: ended || !same ? false : s.cardHidden,
    began: same ? s.began : m.now, ended: ended ? m.now : same ? s.ended : null, ...turning(s, m),
    pending: s.pending.filter((p) => waitsOn(p, { ...s, version: m.version, game: m.game })),
  };
  const kept = { ...after, declined: declinedAfter(s, after, m.now), sat: satAt(s, after), arriving: arriving(s, after), newRules: goesByOthers(s, after), premove: keptPlan(s.premove, after) };
  return tell(kept, withPlan(tellState(s, kept), s.premove && !kept.premove ? 'premove.dropped' : null));
}

/** The ply that is looked back at, unless the game has been taken back as far. @param {number | null} ply @param {import('../wire.d.ts').Game | null} game */
function stillPast(ply, game) {
  return ply !== null && ply < (game?.ply ?? 0) ? ply : null;
}

/**
 * The move list after a state, or an empty one where it cannot be known (then `history` is asked).
 * @param {RoomState} s @param {import('../wire.d.ts').StateMessage} m
 */
export function movesAfter(s, m) {
  const ply = m.game?.ply ?? 0;
  const known = sameGame(s, m) ? s.moves : [];
  if (ply === 0) return [];
  if (!m.last) return known.length > ply ? known.slice(0, ply) : known;
  if (known.length === ply - 1) return isLocal(s) && m.version !== s.version + 1 ? [] : [...known, m.last.move];
  return known[ply - 1] === m.last.move ? known : [];
}

/** Of those it was told that they joined: that they are here then is no second news. @param {RoomState} before @param {RoomState} after */
function arriving({ arriving: told, room: was }, { room: is }) {
  return SEATS.filter((seat) => is?.seats[seat] && (told.includes(seat) || was?.seats[seat] === null));
}

/** @param {RoomState} s @param {import('../wire.d.ts').Presence} m @returns {RoomState} */
function presence(s, m) {
  const after = { ...s, presence: m, arriving: s.arriving.filter((seat) => !m[seat]?.online), claimLater: m.claim_at === null ? 0 : s.claimLater };
  return tell(after, tellPresence(s, after));
}

/** A line that is already here says nothing. @param {RoomState} s @param {import('../wire.d.ts').Said} m @returns {RoomState} */
function said(s, m) {
  const chat = withLine(s, m);
  if (chat === s.chat) return s;
  const after = { ...s, chat };
  const say = lineSentences(after, m.n);
  const isTheirs = say.length > 0 && !mySeats(after).includes(m.by);
  return tell(after, { say, alert: [], sound: isTheirs ? 'notify' : null, toast: isTheirs && isBoardless(after) });
}

/** Where no board would lie under a toast. @param {RoomState} s */
function isBoardless(s) {
  return s.room?.phase === 'waiting' || s.room?.phase === 'drawing';
}

/** @param {RoomState} s @param {import('../wire.d.ts').History} m @returns {RoomState} */
function history(s, m) {
  const pending = without(s, m.id);
  return m.game === s.game?.number ? { ...s, pending, moves: m.moves } : { ...s, pending };
}

/** @param {RoomState} s @param {import('../wire.d.ts').RefusedMessage} m @param {number} now @returns {RoomState} */
function refused(s, m, now) {
  const asked = s.pending.find((p) => p.id === m.id);
  if (m.code === 'unavailable' && asked) {
    const resting = { ...asked, sent: false, notBefore: now + REST };
    return { ...s, pending: s.pending.map((p) => (p === asked ? resting : p)) };
  }
  const about = asked?.command.type ?? null;
  const after = {
    ...s, pending: without(s, m.id),
    refusal: { n: (s.refusal?.n ?? 0) + 1, code: m.code, rule: m.rule ?? null, about },
    claimRest: about === 'claim' && m.code === 'too_early' ? now + REST : s.claimRest,
  };
  if (about === 'history' || about === null || isTyped(asked)) return after;
  return tell(after, { say: [refusalSentence(m.code, m.rule ?? null)], alert: [], sound: 'edge', toast: true });
}

/** What was typed is refused beside its field, where it still stands. @param {import('../state.d.ts').Pending | undefined} asked */
function isTyped(asked) {
  if (asked?.command.type === 'rename') return true;
  return asked?.command.type === 'say' && typeof asked.command.text === 'string';
}

/** What is said, and then what became of a plan. @param {import('./says.js').Told} told @param {string | null} key */
function withPlan(told, key) {
  return key ? { ...told, say: [...told.say, { key }] } : told;
}

/** Nothing is planned any more, and that is said if something was. @param {RoomState} s @param {string} key @returns {RoomState} */
export function withoutPlan(s, key) {
  return s.premove ? tell({ ...s, premove: null }, { say: [{ key }], alert: [], sound: null }) : s;
}

/**
 * Adds what is to be said; at most one entry per region.
 * @param {RoomState} s @param {import('./says.js').Told} told
 * @returns {RoomState}
 */
export function tell(s, told) {
  const toast = told.toast ?? false;
  const regions = /** @type {const} */ (['alert', 'say']).filter((region) => told[region].length);
  const fresh = regions.map((region, i) => ({
    n: s.said + i + 1, region, sentences: told[region], sound: i === 0 ? told.sound : null, toast,
  }));
  if (!fresh.length && told.sound) {
    fresh.push({ n: s.said + 1, region: 'say', sentences: [], sound: told.sound, toast: false });
  }
  return { ...s, says: [...s.says, ...fresh].slice(-12), said: s.said + fresh.length };
}
