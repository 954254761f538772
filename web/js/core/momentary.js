/**
 * Commands that are meant for the moment in which they are given. After a lost line the board may be
 * another one and the player another mind: they are never sent later by themselves.
 */

/**
 * @typedef {import('../state.d.ts').RoomState} RoomState
 * @typedef {import('../state.d.ts').Sentence} Sentence
 * @typedef {import('../wire.d.ts').Command} Command
 */

/** @type {ReadonlySet<Command['type']>} */
const MOMENTARY = new Set([
  'resign', 'leave', 'claim', 'offer_draw', 'accept_draw', 'decline_draw', 'rematch', 'undo', 'restart', 'remove_guest',
]);

/** @param {Command} command */
export function isMomentary(command) {
  return MOMENTARY.has(command.type);
}

/** @param {{command: Command}} pending */
export function outlivesLine({ command }) {
  return !isMomentary(command);
}

/** What is told about commands that are given up with a line. @param {RoomState} s  the state with them @returns {Sentence[]} */
export function droppedSentences(s) {
  return s.pending.every(outlivesLine) ? [] : [{ key: 'conn.dropped' }];
}
