/** What is wrong with a record, in a sentence: the first ply that cannot be, or why it cannot be read. */

import { spacedCode } from '../core/code.js';
import { RULES } from '../core/refusals.js';
import { tell } from '../ui/dom.js';

/** @typedef {import('../net/records.js').Flaw} Flaw */
/** @typedef {import('../state.d.ts').Sentence} Sentence */

/** @param {Flaw} flaw @param {readonly string[]} plies  of the record, as far as they can be told apart @returns {Sentence} */
export function flawSentence({ code, ply, rule, detail }, plies) {
  if (code === 'too_large') return { key: 'replay.flaw.large' };
  if (code !== 'record_invalid' && code !== 'malformed') return { key: code === 'rate_limited' ? 'refused.rate_limited' : 'refused.no_server' };
  if (ply !== null) return plyFlaw(ply, plies[ply - 1] ?? '', rule);
  if (/Letters|Coords/.test(detail)) return { key: 'replay.flaw.letters' };
  if (/deal/.test(detail)) return { key: 'replay.flaw.deal' };
  if (/result|colours/.test(detail)) return { key: 'replay.flaw.result' };
  return { key: 'replay.flaw.unreadable' };
}

/** @param {number} n @param {string} move @param {string | null} rule @returns {Sentence} */
function plyFlaw(n, move, rule) {
  if (rule === null || !RULES.includes(rule)) return { key: 'replay.flaw.ply', params: { n, move } };
  return { key: 'replay.flaw.rule', params: { n, move, rule: { t: `rule.${rule}` } } };
}

/**
 * Why a finished game could not be had, put into a node.
 * @param {HTMLElement} node @param {Flaw} flaw @param {import('../core/route.js').FinishedGame} game
 */
export function tellFlaw(node, flaw, { code, number }) {
  const params = { code: spacedCode(code), n: number };
  /** @type {Record<string, Sentence>} */
  const known = {
    room_not_found: { key: 'replay.flaw.gone', params }, not_found: { key: 'replay.flaw.gone', params },
    game_not_over: { key: 'refused.game_not_over' },
  };
  tell(node, known[flaw.code] ?? flawSentence(flaw, []));
  return node;
}
