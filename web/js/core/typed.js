/** What somebody types into the move box: a move as it is written anywhere, or a question. */

/**
 * @typedef {{type: 'play', action: string} | {type: 'ask', about: 'help' | 'turn' | 'last' | 'unseen' | 'quiet' | 'clock' | 'taken'}
 *   | {type: 'kind', kind: string} | {type: 'place', place: string} | {type: 'draw'} | {type: 'takeback'} | {type: 'resign'} | {type: 'board'} | {type: 'empty'} | {type: 'unknown'}} Typed
 */

/** @type {Record<string, Typed>} */
const WORDS = {
  '': { type: 'empty' }, '?': { type: 'ask', about: 'help' }, help: { type: 'ask', about: 'help' },
  t: { type: 'ask', about: 'turn' }, turn: { type: 'ask', about: 'turn' }, l: { type: 'ask', about: 'last' }, last: { type: 'ask', about: 'last' },
  u: { type: 'ask', about: 'unseen' }, unseen: { type: 'ask', about: 'unseen' }, n: { type: 'ask', about: 'quiet' }, quiet: { type: 'ask', about: 'quiet' },
  c: { type: 'ask', about: 'clock' }, clock: { type: 'ask', about: 'clock' }, x: { type: 'ask', about: 'taken' }, captured: { type: 'ask', about: 'taken' },
  takeback: { type: 'takeback' }, undo: { type: 'takeback' },
  '=': { type: 'draw' }, draw: { type: 'draw' }, resign: { type: 'resign' }, b: { type: 'board' }, board: { type: 'board' },
};

/**
 * `b5` flips; `b5b6`, `b5-b6`, `b5 x b6` move or capture; `p c` asks where Cannons stand, `s b` what
 * stands on a file, a rank or a square. Full-width letters are as good.
 * @param {string} text @returns {Typed}
 */
export function readTyped(text) {
  const plain = text.normalize('NFKC').toLowerCase().trim();
  const word = Object.hasOwn(WORDS, plain) ? WORDS[plain] : null;
  if (word) return word;
  const kind = /^p\s*([gaerhcs?]?)$/.exec(plain);
  if (kind) return { type: 'kind', kind: kind[1] ?? '' };
  const place = /^s\s*([a-d][1-8]?|[1-8])$/.exec(plain);
  if (place) return { type: 'place', place: place[1] ?? '' };
  const [, from, to = ''] = /^([a-d][1-8])(?:=[a-z]?|[\s\-–x×>]*([a-d][1-8])(?:=[a-z])?)?$/.exec(plain) ?? [];
  return from ? { type: 'play', action: from + to } : { type: 'unknown' };
}
