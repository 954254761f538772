/** Builders for the tests of the page's state: messages as the server sends them. */

import { newRoom, reduceRoom } from '../../web/js/core/room.js';

/** @typedef {import('../../web/js/state.d.ts').RoomState} RoomState */
/** @typedef {import('../../web/js/state.d.ts').RoomAction} RoomAction */
/** @typedef {import('../../web/js/wire.d.ts').Game} Game */
/** @typedef {import('../../web/js/wire.d.ts').Room} Room */
/** @typedef {import('../../web/js/wire.d.ts').Welcome} Welcome */
/** @typedef {import('../../web/js/wire.d.ts').StateMessage} StateMessage */
/** @typedef {import('../../web/js/wire.d.ts').Rules} Rules */

export const FULL = 'GAAEERRHHCCSSSSSgaaeerrhhccsssss';

/** @type {Rules} */
export const RULES = {
  preset: 'douque', no_progress_limit: 60, repetition: 'none', chase_limit: 5, elimination: 'immediate',
  draw_offers: true, resignation: true, undo: 'off', first_mover: 'host', next_first_mover: 'alternate',
  scoring: 'stake', stake_base: 1, general_takes_soldier: false, soldier_takes_cannon: false, ranking: 'taiwan',
  cannon: 'jump', equal_ranks: 'capture', chain_captures: false, dark_capture: 'off', chariot_rush: false,
  horse_diagonal: false, colours: 'first_flip',
};

/** @param {Partial<Room>} [changes] @returns {Room} */
export function aRoom(changes = {}) {
  return {
    code: 'K7Q2MX', phase: 'playing', seats: { host: { name: 'Mei', computer: null }, guest: { name: 'Bao', computer: null } },
    clock: null, series: { game: 1, score: { host: 0, guest: 0 }, points: { host: 0, guest: 0 } }, rematch: [],
    draw_for_first: null, opponent: 'friend', spectators: true, odds: true, expires_at: 5_000_000, ...changes,
  };
}

/** @param {Partial<Game>} [changes] @returns {Game} */
export function aGame(changes = {}) {
  return {
    number: 1, ply: 0, board: '?'.repeat(32), first: 'host', turn: 'host', colors: null, legal: ['a1'], barred: [], barred_by: [],
    chases: [], quiet: 0, captured: { host: '', guest: '' }, unseen: FULL, draw_offer: null, draw_offer_ply: null,
    draw_rest: { host: 0, guest: 0 },
    clock: null, result: null, ...changes,
  };
}

/** @param {Partial<Welcome>} [changes] @returns {Welcome} */
export function aWelcome(changes = {}) {
  return {
    type: 'welcome', protocol: 1, build: 'test', you: 'host', version: 3, now: 1_000_000, rules: RULES,
    room: aRoom(), game: aGame(), moves: [], ...changes,
  };
}

/** @param {Partial<StateMessage>} [changes] @returns {StateMessage} */
export function aState(changes = {}) {
  return { type: 'state', version: 4, now: 1_000_100, room: aRoom(), game: aGame(), last: null, ...changes };
}

/** The game after the host flipped a red general on a1. @param {Partial<Game>} [changes] */
export function afterFlip(changes = {}) {
  return aGame({
    ply: 1, board: `G${'?'.repeat(31)}`, turn: 'guest', colors: { host: 'red', guest: 'black' },
    unseen: FULL.slice(1), legal: ['a2'], ...changes,
  });
}

export const FLIPPED = { ply: 1, by: /** @type {const} */ ('host'), move: 'a1=G' };

/** @param {RoomState} s @param {import('../../web/js/wire.d.ts').ServerMessage} message @param {number} [now] */
export function hear(s, message, now = 1_000_000) {
  return reduceRoom(s, { type: 'message', message, now });
}

/** A room that is connected. @param {Partial<Welcome>} [changes] */
export function inRoom(changes = {}) {
  return hear(newRoom('K7Q2MX'), aWelcome(changes));
}

/** @param {RoomState} s @param {...RoomAction} actions */
export function after(s, ...actions) {
  return actions.reduce(reduceRoom, s);
}

/** @param {RoomState} s */
export function keysSaid(s) {
  return s.says.flatMap((say) => say.sentences.map((sentence) => sentence.key));
}
