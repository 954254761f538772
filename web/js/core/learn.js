/**
 * A walk through one lesson: which stage is on, what was wrong, what comes again at the end. Pure;
 * what is right is decided by what the server said about the stage.
 */

/**
 * @typedef {import('../learn/lessons.js').Stage} Stage
 * @typedef {import('../state.d.ts').Sentence} Sentence
 * @typedef {import('../wire.d.ts').Judged} Judged
 * @typedef {'trying' | 'wrong' | 'right' | 'complete'} Standing
 * @typedef {{queue: readonly number[], at: number, standing: Standing, missed: readonly number[], why: Sentence | null}} Walk
 *   `queue`: stages in their order, missed ones again at its end; `at`: a place in it
 * @typedef {{type: 'right', why?: Sentence} | {type: 'wrong', why: Sentence} | {type: 'again'} | {type: 'next'}} LearnAction
 */

/** @param {number} stages @returns {Walk} */
export function newWalk(stages) {
  return { queue: Array.from({ length: stages }, (_, i) => i), at: 0, standing: 'trying', missed: [], why: null };
}

/** The stage that is on. @param {Walk} walk */
export function stageAt(walk) {
  return walk.queue[walk.at] ?? 0;
}

/** @param {Walk} walk @param {LearnAction} action @returns {Walk} */
export function reduceWalk(walk, action) {
  switch (action.type) {
    case 'right': return { ...walk, standing: 'right', why: action.why ?? null };
    case 'wrong': return missed(walk, action.why);
    case 'again': return { ...walk, standing: 'trying', why: null };
    default: return next(walk);
  }
}

/** A stage that was missed comes once more at the end. @param {Walk} walk @param {Sentence} why @returns {Walk} */
function missed(walk, why) {
  const stage = stageAt(walk);
  const isNew = !walk.missed.includes(stage);
  return {
    ...walk, standing: 'wrong', why,
    queue: isNew ? [...walk.queue, stage] : walk.queue, missed: isNew ? [...walk.missed, stage] : walk.missed,
  };
}

/** @param {Walk} walk @returns {Walk} */
function next(walk) {
  if (walk.standing !== 'right') return walk;
  const isLast = walk.at + 1 >= walk.queue.length;
  return { ...walk, at: isLast ? walk.at : walk.at + 1, standing: isLast ? 'complete' : 'trying' };
}

/** How many stages were right at once. @param {Walk} walk @param {number} stages */
export function scoreOf(walk, stages) {
  return stages - walk.missed.length;
}

/** Is this what the stage asks for? @param {Extract<Stage, {kind: 'play'}>} stage @param {string} action @param {Judged} judged */
export function isWanted({ want }, action, judged) {
  if (want === 'flip') return action.length === 2;
  if (want === 'capture') return judged.captures.includes(action);
  if (want === 'move') return action.length === 4 && !judged.captures.includes(action);
  return want.includes(action);
}

/** What is wrong with these squares: one too many before one too few. @param {readonly string[]} chosen @param {readonly string[]} wanted */
export function squareFault(chosen, wanted) {
  const extra = chosen.find((square) => !wanted.includes(square));
  if (extra) return { extra, missing: 0 };
  const missing = wanted.filter((square) => !chosen.includes(square)).length;
  return missing ? { extra: null, missing } : null;
}

/** The 32 letters of a position. @param {string} position */
export function boardOf(position) {
  const ranks = (position.split(' ')[0] ?? '').split('/').reverse();
  return ranks.map((rank) => rank.replace(/\d/g, (n) => '.'.repeat(Number(n)))).join('');
}

/** The board after an action that was right. @param {string} board @param {string} action @param {string} shows  what a flip brings up */
export function boardWith(board, action, shows) {
  const letters = [...board];
  const place = (/** @type {string} */ square) => 4 * (Number(square.charAt(1)) - 1) + 'abcd'.indexOf(square.charAt(0));
  const from = place(action.slice(0, 2));
  if (action.length === 2) letters[from] = shows;
  else {
    letters[place(action.slice(2))] = letters[from] ?? '.';
    letters[from] = '.';
  }
  return letters.join('');
}

/** @typedef {Record<string, {done: number, best: number}>} Progress  by a lesson's name */

/** @param {Progress} progress @param {string} name @param {number} best  right at once @returns {Progress} */
export function withLesson(progress, name, best) {
  const before = progress[name];
  return { ...progress, [name]: { done: (before?.done ?? 0) + 1, best: Math.max(before?.best ?? 0, best) } };
}
