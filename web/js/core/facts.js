/**
 * What follows from a room's state: who moves, who sits where, which buttons are alive.
 * Pure questions; nothing here knows the rules of the game.
 */

/**
 * @typedef {import('../state.d.ts').RoomState} RoomState
 * @typedef {import('../wire.d.ts').Seat} Seat
 * @typedef {import('../wire.d.ts').Colour} Colour
 * @typedef {import('./i18n.js').Param} Param
 */

/** @type {readonly Seat[]} */
export const SEATS = ['host', 'guest'];

/** @param {Seat} seat @returns {Seat} */
export function otherSeat(seat) {
  return seat === 'host' ? 'guest' : 'host';
}

/** @param {RoomState} s */
export function isLocal(s) {
  return s.you === 'both';
}

/** @param {RoomState} s */
export function isSpectator(s) {
  return s.you === 'spectator';
}

/** The seats this tab acts for. @param {RoomState} s @returns {Seat[]} */
export function mySeats(s) {
  if (s.you === 'both') return ['host', 'guest'];
  return s.you === 'host' || s.you === 'guest' ? [s.you] : [];
}

/** The one seat of a player in an online room, else null. @param {RoomState} s @returns {Seat | null} */
export function mySeat(s) {
  return s.you === 'host' || s.you === 'guest' ? s.you : null;
}

/** The seat drawn at the near side of the board. @param {RoomState} s @returns {Seat} */
export function nearSeat(s) {
  return s.you === 'guest' ? 'guest' : 'host';
}

/** @param {RoomState} s @param {Seat} seat @returns {Colour | null} */
export function colourOfSeat(s, seat) {
  return s.game?.colors?.[seat] ?? null;
}

/** Where the computer sits, or null. @param {RoomState} s @returns {Seat | null} */
export function computerSeat(s) {
  return SEATS.find((seat) => s.room?.seats[seat]?.computer) ?? null;
}

/** Whose turn it is for the reader: `me`, `opp` or `none`. @param {RoomState} s */
export function turnOf(s) {
  const turn = s.room?.phase === 'playing' ? s.game?.turn : null;
  if (!turn) return 'none';
  return mySeats(s).includes(turn) ? 'me' : 'opp';
}

/** The play that waits for the server's word, or null. @param {RoomState} s */
export function pendingPlay(s) {
  return s.pending.find((p) => p.command.type === 'play') ?? null;
}

/** @param {RoomState} s @param {string} type */
export function isPending(s, type) {
  return s.pending.some((p) => p.command.type === type);
}

/** @param {RoomState} s */
export function isConnected(s) {
  return s.conn.status === 'online' || s.conn.status === 'slow';
}

/** Does the player to move sit at the far side of this one device? @param {RoomState} s @param {string} facing  the setting */
export function isFacingAway(s, facing) {
  return facing !== 'none' && isLocal(s) && s.game?.turn === otherSeat(nearSeat(s));
}

/** May a tap on the board become a ply? @param {RoomState} s */
export function canAct(s) {
  return turnOf(s) === 'me' && s.viewing === null && !pendingPlay(s);
}

/** A seat's name as an argument of a sentence. @param {RoomState} s @param {Seat} seat @returns {Param} */
export function nameOf(s, seat) {
  const seats = s.room?.seats ?? s.card?.seats;
  const { name = s.sat?.[seat], computer } = seats?.[seat] ?? {};
  if (computer) return { t: 'name.computer', params: { level: computer } };
  return name ? { name } : { t: seat === 'host' ? 'name.host' : 'name.guest' };
}

/** "Red" in its colour once colours are known, before that the name. @param {RoomState} s @param {Seat} seat @returns {Param} */
export function sideOf(s, seat) {
  const colour = colourOfSeat(s, seat);
  return colour ? { t: `side.${colour}`, tint: colour } : nameOf(s, seat);
}

/** `red`, `black`, `none` or `you`: for sentences that choose by it. @param {RoomState} s @param {Seat} seat */
export function actorOf(s, seat) {
  if (mySeat(s) === seat) return 'you';
  return colourOfSeat(s, seat) ?? 'none';
}

/** Own plies before this player may offer a draw again. @param {RoomState} s */
export function drawRest(s) {
  const me = mySeat(s);
  return me ? s.game?.draw_rest?.[me] ?? 0 : 0;
}

/** @param {RoomState} s @returns {'hidden' | 'early' | 'resting' | 'enabled' | 'mine' | 'theirs'} */
export function drawState(s) {
  if (!s.rules?.draw_offers || isSpectator(s) || s.room?.phase !== 'playing') return 'hidden';
  const offer = s.game?.draw_offer ?? null;
  if (offer && !isLocal(s)) return offer === s.you ? 'mine' : 'theirs';
  if ((s.game?.ply ?? 0) < 1) return 'early';
  return drawRest(s) > 0 ? 'resting' : 'enabled';
}

/** @param {RoomState} s */
export function canResign(s) {
  return !!s.rules?.resignation && !isSpectator(s) && s.room?.phase === 'playing';
}

/** @param {RoomState} s */
export function canUndo(s) {
  return isLocal(s) && s.rules?.undo === 'local' && (s.game?.ply ?? 0) > 0;
}

/** @param {RoomState} s @returns {'hidden' | 'idle' | 'mine' | 'theirs' | 'both' | 'left' | 'declined'} */
export function rematchState(s) {
  const me = mySeat(s);
  if (s.room?.phase !== 'over' || isSpectator(s)) return 'hidden';
  if (!me) return 'idle';
  if (!s.room.seats[otherSeat(me)]) return 'left';
  const mine = s.room.rematch.includes(me);
  const theirs = s.room.rematch.includes(otherSeat(me));
  if (mine && theirs) return 'both';
  return mine ? 'mine' : theirs ? 'theirs' : s.declined?.what === 'rematch' ? 'declined' : 'idle';
}

/** May this player change the rules now? @param {RoomState} s */
export function canEditRules(s) {
  if (s.room?.phase === 'waiting') return s.you === 'host';
  return s.room?.phase === 'over' && mySeats(s).length > 0;
}

/** The seat whose player is away and can be claimed against, or null. @param {RoomState} s @returns {Seat | null} */
export function absentSeat(s) {
  const me = mySeat(s);
  if (!me || !s.presence || s.presence.claim_at === null) return null;
  const phase = s.room?.phase;
  return phase === 'playing' || phase === 'drawing' ? otherSeat(me) : null;
}

/** May the game be ended because the other player stays away? @param {RoomState} s @param {number} now  client clock */
export function canClaim(s, now) {
  return absentSeat(s) !== null && serverNow(s, now) >= (s.presence?.claim_at ?? Infinity) && now >= s.claimRest;
}

/** Server time at this client instant. @param {RoomState} s @param {number} now */
export function serverNow(s, now) {
  return now + s.skew;
}

/** The instant a clock shows: while the server restarts none runs. @param {RoomState} s @param {number} now */
export function clockNow(s, now) {
  return serverNow(s, s.conn.status === 'restarting' ? s.conn.since ?? now : now);
}

/** The chases worth telling. @param {RoomState} s */
export function loudChases(s) {
  return (s.game?.chases ?? []).filter((chase) => chase.count >= 3);
}

/** Plies towards the no-progress draw, once they matter. @param {RoomState} s */
export function quietCount(s) {
  const limit = s.rules?.no_progress_limit ?? null;
  const quiet = s.game?.quiet ?? 0;
  return limit !== null && quiet >= 20 && !s.game?.result ? { quiet, limit } : null;
}
