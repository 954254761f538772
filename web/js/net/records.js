/** Records read by the server: of a finished game, or of a text. Answers are values. */

import { address, call } from './api.js';
import { keepGame, keptGame } from './keptgames.js';

const PATIENCE = 12_000;

/**
 * @typedef {import('../wire.d.ts').ReadRecord} ReadRecord
 * @typedef {{code: string, ply: number | null, rule: string | null, detail: string}} Flaw
 * @typedef {{ok: true, read: ReadRecord} | {ok: false, flaw: Flaw}} Reading
 */

/** @param {string} text @returns {Promise<Reading>} */
export function readText(text) {
  return remembered(text, () => asked(text));
}

/**
 * What was read before serves as long as nobody answers.
 * @param {string} name @param {() => Promise<Reading>} ask @returns {Promise<Reading>}
 */
async function remembered(name, ask) {
  const reading = await ask();
  if (reading.ok) keepGame(name, reading.read);
  else if (reading.flaw.code === 'no_server') {
    const read = keptGame(name);
    if (read) return { ok: true, read };
  }
  return reading;
}

/** @param {string} text @returns {Promise<Reading>} */
async function asked(text) {
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
export function readGame(code, number) {
  return remembered(`${code} ${number}`, async () => {
    const answer = await call('GET', `api/rooms/${code}/games/${number}`);
    return answer.ok ? asked(JSON.stringify(answer.data)) : { ok: false, flaw: flawOf({ code: answer.code }) };
  });
}
