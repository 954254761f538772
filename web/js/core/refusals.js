/** Every refusal the server knows, and its sentence. */

/** @typedef {import('../state.d.ts').Sentence} Sentence */

export const RULES = [
  'empty_square', 'face_down_source', 'same_square', 'not_your_piece', 'own_piece', 'not_adjacent',
  'too_far', 'lower_rank', 'general_vs_soldier', 'cannon_needs_one_screen', 'cannon_adjacent',
  'face_down_target', 'already_face_up', 'chase_limit', 'repetition', 'first_ply_flips', 'off_board',
];

export const CODES = [
  'malformed', 'unknown_type', 'unauthorized', 'forbidden', 'room_not_found', 'room_full',
  'not_playing', 'not_your_turn', 'stale', 'illegal_action', 'no_offer', 'not_allowed_by_rules',
  'too_early', 'tile_taken', 'nothing_to_undo', 'not_found', 'not_available', 'rate_limited',
  'name_invalid', 'text_invalid', 'rules_invalid', 'position_invalid', 'record_invalid',
  'unavailable', 'outdated', 'game_not_over', 'no_server',
];

/** Reasons for a socket's or a room's end. */
export const ENDS = [
  'done', 'room_closed', 'restarting', 'protocol_error', 'unauthorized', 'spectators_off', 'removed',
  'room_not_found', 'no_hello', 'too_many_connections', 'replaced', 'outdated', 'rate_limited',
  'unavailable', 'too_slow', 'no_server',
];

/**
 * @param {string} code @param {string | null} [rule]
 * @returns {Sentence}
 */
export function refusalSentence(code, rule = null) {
  if (code === 'illegal_action' && rule && RULES.includes(rule)) return { key: `rule.${rule}` };
  return { key: CODES.includes(code) ? `refused.${code}` : 'refused.other' };
}

/** @param {string} reason @returns {Sentence} */
export function endSentence(reason) {
  return { key: ENDS.includes(reason) ? `ended.${reason}` : 'ended.other' };
}
