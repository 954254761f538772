/** HTTP calls. Every answer is a value: data, or the code of what went wrong. */

/**
 * @template T
 * @typedef {{ok: true, data: T} | {ok: false, code: string, after: number | null}} Answer
 */

/** Addresses are relative to the page, which lives one level below the base path. */
const BASE = typeof document === 'undefined' ? 'http://localhost/' : new URL('.', document.baseURI).href;

const PATIENCE = 12_000;

/** @param {string} path */
export function address(path) {
  return new URL(path, BASE).href;
}

/** The room's socket, `ws:` on plain http. @param {string} code */
export function socketAddress(code) {
  return address(`api/rooms/${code}/ws`).replace(/^http/, 'ws');
}

/**
 * @template T
 * @param {string} method @param {string} path @param {unknown} [body]
 * @returns {Promise<Answer<T>>}
 */
export async function call(method, path, body) {
  try {
    const response = await fetch(address(path), {
      method, signal: AbortSignal.timeout(PATIENCE), cache: 'no-store',
      ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
    return response.ok ? { ok: true, data: await response.json() } : await problem(response);
  } catch {
    return { ok: false, code: 'no_server', after: null };
  }
}

/** @param {Response} response @returns {Promise<{ok: false, code: string, after: number | null}>} */
async function problem(response) {
  const after = Number(response.headers.get('Retry-After')) || null;
  const fallback = response.status === 429 ? 'rate_limited' : response.status >= 500 ? 'no_server' : 'malformed';
  const told = await response.json().catch(() => null);
  return { ok: false, code: typeof told?.code === 'string' ? told.code : fallback, after };
}

/** An answer that is a file: a record or a picture. @param {string} method @param {string} path @param {unknown} [body] */
export async function fetchBlob(method, path, body) {
  try {
    const response = await fetch(address(path), {
      method, signal: AbortSignal.timeout(PATIENCE),
      ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
    return response.ok ? await response.blob() : null;
  } catch {
    return null;
  }
}
