/** Records read by the server: of a finished game, or of a text. Answers are values. */

import { address, call } from './api.js';

const PATIENCE = 12_000;

/**
 * @typedef {import('../wire.d.ts').ReadRecord} ReadRecord
 * @typedef {{code: string, ply: number | null, rule: string | null, detail: string}} Flaw
 * @typedef {{ok: true, read: ReadRecord} | {ok: false, flaw: Flaw}} Reading
 */

/** @param {string} text @returns {Promise<Reading>} */
export async function readText(text) {
  try {
    const response = await fetch(address('api/records'), {
      method: 'POST', body: text, headers: { 'Content-Type': 'text/plain' }, signal: AbortSignal.timeout(PATIENCE),
    });
    const told = await response.json();
    return response.ok ? { ok: true, read: told } : { ok: false, flaw: flawOf(told) };
  } catch {
    return { ok: false, flaw: flawOf({ code: 'no_server' }) };
  }
}

/** @param {any} told  a problem as the server describes it @returns {Flaw} */
function flawOf({ code, ply, rule, detail }) {
  return { code: String(code ?? 'no_server'), ply: ply ?? null, rule: rule ?? null, detail: String(detail ?? '') };
}

/** @param {string} code @param {number} number @returns {Promise<Reading>} */
export async function readGame(code, number) {
  const answer = await call('GET', `api/rooms/${code}/games/${number}`);
  if (!answer.ok) return { ok: false, flaw: flawOf({ code: answer.code }) };
  return readText(JSON.stringify(answer.data));
}
