/** The Cannon step by step: one line of the board, and what it may take there. Checked against the server by a test. */

/**
 * A line from its near end: `C` the Cannon, `?` face down, `.` empty. `can` and `cannot` are places
 * on it, counted from 0, where the Cannon may capture or may not.
 * @typedef {{line: string, can: number[], cannot: number[]}} CannonStep
 */

/** The second is the first after the capture. @type {readonly CannonStep[]} */
export const CANNON_STEPS = [
  { line: 'C..?..g.', can: [6], cannot: [] },
  { line: '...?..C.', can: [], cannot: [] },
  { line: 'C.....g.', can: [], cannot: [6] },
  { line: 'C.?s..g.', can: [3], cannot: [6] },
  { line: 'Cg......', can: [], cannot: [1] },
  { line: 'C..S..?.', can: [], cannot: [6] },
];

/** The step after or before another one, round and round. @param {number} step @param {number} by */
export function nextStep(step, by) {
  return (step + by + CANNON_STEPS.length) % CANNON_STEPS.length;
}
