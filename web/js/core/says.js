/**
 * What is said about a change: one list of sentences per region, from the state before and after.
 * Pure; the live regions and the sounds are somebody else's.
 */

import { SEATS, actorOf, isLocal, isSpectator, mySeat, nameOf, otherSeat } from './facts.js';
import { declinedSentence, turnedDown, wasChanged } from './declined.js';
import { at, parsePly, pieceKey } from './notation.js';
import { resultSentences } from './result.js';

/**
 * @typedef {import('../state.d.ts').RoomState} RoomState
 * @typedef {import('../state.d.ts').Sentence} Sentence
 * @typedef {{say: Sentence[], alert: Sentence[], sound: string | null, toast?: boolean}} Told
 * @typedef {import('../wire.d.ts').Seat} Seat
 */

/**
 * @param {RoomState} before @param {RoomState} after
 * @returns {Told}
 */
export function tellState(before, after) {
  const over = resultOf(before, after);
  const sentences = [
    ...rulesOf(before, after), ...seatsOf(before, after), ...picksOf(before, after), ...startOf(before, after),
    ...plyOf(before, after), ...offersOf(before, after), ...rematchOf(before, after),
  ];
  const say = [...sentences, ...(over.length ? [] : quietOf(before, after))];
  const sound = over.length ? endSound(after) : soundOf(before, after);
  const toast = say.some(({ key }) => key === 'say.undone.flip');
  return over.length ? { say: [], alert: [...sentences, ...over], sound } : { say, alert: [], sound, toast };
}

/** A new ply's sentence. @param {RoomState} before @param {RoomState} after @returns {Sentence[]} */
function plyOf(before, after) {
  if (!after.game || !before.game || after.game.number !== before.game.number) return [];
  if (after.game.ply < before.game.ply) return [{ key: tookBackFlip(before, after) ? 'say.undone.flip' : 'say.undone' }];
  if (after.game.ply === before.game.ply || !after.last) return [];
  return [plySentence(after, after.last, after.lastBy)];
}

/** What a flip has shown is known for good: from there on it is practice. @param {RoomState} before @param {RoomState} after */
function tookBackFlip(before, after) {
  return (after.game?.ply ?? 0) < (before.game?.ply ?? 0) && parsePly(before.moves.at(-1) ?? 'end').kind === 'flip';
}

/** The newest ply of a game; null before the first. @param {RoomState} s @returns {Sentence | null} */
export function sentenceOfLast(s) {
  return s.last ? plySentence(s, s.last, s.lastBy) : null;
}

/**
 * @param {RoomState} s  the state after the ply @param {string} text @param {Seat | null} mover
 * @returns {Sentence}
 */
export function plySentence(s, text, mover) {
  const ply = parsePly(text);
  if (ply.kind === 'flip') {
    const who = mover ? actorOf(s, mover) : 'none';
    const name = mover ? nameOf(s, mover) : '';
    const piece = { t: pieceKey(ply.piece) };
    return { key: 'say.flip', params: { who, name, square: ply.square, piece } };
  }
  if (ply.kind === 'end') return { key: 'say.end' };
  const piece = pieceNow(s, ply.to);
  if (ply.kind === 'move') return { key: 'say.move', params: { piece, from: ply.from, to: ply.to } };
  const target = { t: pieceKey(ply.piece) };
  return { key: 'say.capture', params: { piece, from: ply.from, to: ply.to, target } };
}

/** @param {RoomState} s @param {string} square @returns {import('./i18n.js').Param} */
function pieceNow(s, square) {
  const letter = at(s.game?.board ?? '', square);
  return { t: /[a-z]/i.test(letter) ? pieceKey(letter) : 'piece.any' };
}

/** @param {RoomState} before @param {RoomState} after @returns {Sentence[]} */
function seatsOf(before, after) {
  if (!before.room || !after.room) return [];
  const seats = SEATS.filter((seat) => seat !== mySeat(after));
  return seats.flatMap((seat) => {
    const was = before.room?.seats[seat];
    const is = after.room?.seats[seat];
    if (!was && is) return [{ key: 'say.joined', params: { name: nameOf(after, seat) } }];
    if (was && !is) return [{ key: 'say.left', params: { name: nameOf(before, seat) } }];
    if (was?.name !== is?.name) return [{ key: 'say.renamed', params: { was: nameOf(before, seat), name: nameOf(after, seat) } }];
    return [];
  });
}

/** @param {RoomState} before @param {RoomState} after @returns {Sentence[]} */
function picksOf(before, after) {
  const was = before.room?.draw_for_first;
  const is = after.room?.draw_for_first;
  if (!is) return [];
  if (!was) return [{ key: 'say.drawing' }];
  if (is.tiles && !was.tiles && after.game?.first) return [tilesSentence(after, is, after.game.first)];
  return SEATS.filter((seat) => was[seat] === null && is[seat] !== null).map((seat) => ({
    key: 'say.picked', params: { who: actorOf(after, seat), name: nameOf(after, seat), n: (is[seat] ?? 0) + 1 },
  }));
}

/**
 * @param {RoomState} s @param {import('../wire.d.ts').DrawForFirst} draw @param {Seat} first
 * @returns {Sentence}
 */
function tilesSentence(s, draw, first) {
  const tile = (/** @type {Seat} */ seat) => ({ t: `kind.${draw.tiles?.[draw[seat] ?? 0] ?? 'S'}` });
  const params = {
    a: nameOf(s, 'host'), b: nameOf(s, 'guest'), x: tile('host'), y: tile('guest'), first: nameOf(s, first),
  };
  return { key: 'say.tiles', params };
}

/** @param {RoomState} before @param {RoomState} after @returns {Sentence[]} */
function startOf(before, after) {
  const game = after.game;
  if (!game || !game.first || game.result || after.room?.phase !== 'playing') return [];
  if (before.game?.number === game.number && before.room?.phase === 'playing') return [];
  if (after.room.draw_for_first?.tiles) return [];
  return [{ key: 'say.start', params: { n: game.number, name: nameOf(after, game.first) } }];
}

/** @param {RoomState} before @param {RoomState} after @returns {Sentence[]} */
function offersOf(before, after) {
  const was = before.game?.draw_offer ?? null;
  const is = after.game?.draw_offer ?? null;
  if (was === is || after.game?.result || isLocal(after)) return [];
  if (is) return [{ key: 'say.offer', params: { who: actorOf(after, is), name: nameOf(after, is) } }];
  if (before.game?.number !== after.game?.number) return [];
  return [turnedDown(before, after) === 'draw' ? declinedSentence(after) : { key: 'say.offer.off' }];
}

/** @param {RoomState} before @param {RoomState} after @returns {Sentence[]} */
function rulesOf(before, after) {
  return before.room && wasChanged(before, after) ? [{ key: 'say.rules' }] : [];
}

/** Other rules take back what was accepted; that is nobody's no. @param {RoomState} before @param {RoomState} after @returns {Sentence[]} */
function rematchOf(before, after) {
  if (before.room?.phase !== 'over' || after.room?.phase !== 'over' || wasChanged(before, after)) return [];
  if (turnedDown(before, after) === 'rematch') return [declinedSentence(after)];
  const other = SEATS.filter((seat) => seat !== mySeat(after));
  return other.flatMap((seat) => {
    const was = before.room?.rematch.includes(seat);
    const is = after.room?.rematch.includes(seat);
    if (was === is) return [];
    return [{ key: is ? 'say.rematch' : 'say.rematch.off', params: { name: nameOf(after, seat) } }];
  });
}

/** The last plies before a draw by no progress. @param {RoomState} before @param {RoomState} after @returns {Sentence[]} */
function quietOf(before, after) {
  const limit = after.rules?.no_progress_limit;
  if (!limit || !after.game || after.game.quiet <= (before.game?.quiet ?? 0)) return [];
  const left = limit - after.game.quiet;
  return [10, 5, 1].includes(left) ? [{ key: 'say.quiet', params: { n: left } }] : [];
}

/** @param {RoomState} before @param {RoomState} after @returns {Sentence[]} */
function resultOf(before, after) {
  const fresh = after.game?.result && !before.game?.result && before.game?.number === after.game.number;
  return fresh ? resultSentences(after) : [];
}

/** @param {RoomState} before @param {RoomState} after */
function soundOf(before, after) {
  const joined = SEATS.some((seat) => !before.room?.seats[seat] !== !after.room?.seats[seat]);
  const offered = !before.game?.draw_offer && after.game?.draw_offer === otherSeat(mySeat(after) ?? 'host');
  const asked = (after.room?.rematch.length ?? 0) > (before.room?.rematch.length ?? 0);
  if (joined || (offered && !isSpectator(after)) || asked) return 'notify';
  if (!after.last || after.game?.ply === before.game?.ply) return null;
  const { kind } = parsePly(after.last);
  return kind === 'end' ? 'move' : kind;
}

/** @param {RoomState} s */
function endSound(s) {
  const winner = s.game?.result?.winner ?? null;
  if (!winner) return 'draw';
  const me = mySeat(s);
  return me && winner !== me ? 'lose' : 'win';
}

/** A presence message's sentence. @param {RoomState} before @param {RoomState} after @returns {Told} */
export function tellPresence(before, after) {
  const mine = mySeat(after);
  const changes = SEATS.filter((seat) => seat !== mine && !isLocal(after)).flatMap((seat) => {
    const was = before.presence?.[seat];
    const is = after.presence?.[seat];
    if (!was || !is || was.online === is.online || !after.room?.seats[seat] || before.arriving.includes(seat)) return [];
    return [{ key: is.online ? 'say.back' : 'say.away', params: { name: nameOf(after, seat) } }];
  });
  return { say: changes, alert: [], sound: changes.length ? 'notify' : null };
}

/** What a fresh welcome after a loss is worth saying. @param {RoomState} before @param {RoomState} after @returns {Told} */
export function tellWelcome(before, after) {
  if (before.version < 0) return { say: [], alert: [], sound: null };
  const lost = before.conn.status !== 'online' && before.conn.status !== 'slow';
  const told = tellState(before, after);
  const back = lost ? [{ key: told.say.length ? 'say.online.while' : 'say.online' }] : [];
  return { ...told, say: [...back, ...told.say], toast: lost };
}
