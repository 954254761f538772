/** Keeps the page on this device, where the browser can; plain http has no such thing, and needs none. */

import { address } from './api.js';

const SCRIPT = address('sw.js');

export function keepPage() {
  if (!('serviceWorker' in navigator)) return;
  // A private window or a full device keeps nothing: the page works as before.
  navigator.serviceWorker.register(/** @type {string} */ (trusted())).catch(() => undefined);
}

/** Browsers that know trusted types want this one script's address vouched for. @returns {unknown} */
function trusted() {
  /** @type {{createPolicy: (name: string, rules: object) => {createScriptURL: (url: string) => unknown}} | undefined} */
  const types = Reflect.get(globalThis, 'trustedTypes');
  const policy = types?.createPolicy('banqi-keep', { createScriptURL: () => SCRIPT });
  return policy?.createScriptURL(SCRIPT) ?? SCRIPT;
}
