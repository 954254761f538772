/**
 * Keeps one build of the page on this device, so that it opens without a network. Served beside the
 * page, and only used over https.
 *
 * The page is asked for first and taken from here when nobody answers; its files have their build in
 * their address, so that two builds never mix. Rooms, records and sockets are never kept. A newer
 * build is kept beside this one and takes over when no tab uses this one any more.
 */

/** The worker's own global object. */
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const BUILD = '{{build}}';
const FILES = '{{files}}'.split(' ');
const HOME = worker.registration.scope;
const NAME = `banqi ${HOME} `;
const PATIENCE = 5000;

worker.addEventListener('install', (event) => event.waitUntil(keep()));
worker.addEventListener('activate', (event) => event.waitUntil(forget()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(HOME)) return;
  const path = request.url.slice(HOME.length).replace(/[?#].*$/, '');
  if (request.mode === 'navigate' && !path.includes('/')) event.respondWith(page(request));
  else if (path.startsWith('static/')) event.respondWith(file(request));
});

/** Everything or nothing: a page without one of its files would be worse than none. */
async function keep() {
  const home = await fetch(HOME, { cache: 'reload' });
  const isSame = home.ok && (await home.clone().text()).includes(`static/${BUILD}/`);
  if (!isSame) throw new Error('another build is served by now');
  const cache = await caches.open(NAME + BUILD);
  await cache.addAll(FILES.map((name) => `${HOME}static/${BUILD}/${name}`));
  await cache.put(HOME, home);
}

async function forget() {
  const old = (await caches.keys()).filter((name) => name.startsWith(NAME) && name !== NAME + BUILD);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The newest page, or the kept one if that cannot be had or takes too long. @param {Request} request */
async function page(request) {
  const kept = () => caches.open(NAME + BUILD).then((cache) => cache.match(HOME));
  /** @type {Promise<Response | null>} */
  const fresh = fetch(request).then((answer) => (answer.status < 500 ? answer : null), () => null);
  /** @type {Promise<null>} */
  const late = new Promise((resolve) => { setTimeout(resolve, PATIENCE, null); });
  return await Promise.race([fresh, late]) ?? await kept() ?? await fresh ?? Response.error();
}

/** @param {Request} request */
async function file(request) {
  const kept = await caches.match(request, { ignoreSearch: true, ignoreVary: true });
  return kept ?? fetch(request);
}
