// Opens an installed board without a network, with what the network answered last. Where there is one, every
// answer is the network's: no old client meets a new server, and no list is older than its stream.
const SCREEN = /^\/(?:profile\/?|login\/?)?$/u;
const KEPT = /^\/(?:assets\/.+|first-paint\.js|icon\.svg|api\/session|api\/thoughts)$/u;

/** Pages that were opened from what is kept; no other page is given any of it. */
const openedOffline = new Set();
/** What was asked for before a sign-out is not kept after it. */
let signOuts = 0;

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  const { origin, pathname, searchParams } = new URL(url);
  if (origin !== location.origin) return;
  if (method === 'DELETE' && pathname === '/api/session') {
    signOuts += 1;
    event.waitUntil(caches.delete('person'));
  }
  if (method !== 'GET') return;
  if (SCREEN.test(pathname)) event.respondWith(answer(event, '/'));
  else if (KEPT.test(pathname) && !searchParams.has('before'))
    event.respondWith(answer(event, url));
});

async function answer(event, key) {
  const before = signOuts;
  const page = event.resultingClientId || event.clientId;
  try {
    const response = await fetch(event.request);
    if (response.ok) event.waitUntil(keep(key, response.clone(), before));
    return response;
  } catch (error) {
    if (event.request.mode === 'navigate') openedOffline.add(page);
    const kept = openedOffline.has(page) && (await caches.match(key, { ignoreVary: true }));
    if (kept) return kept;
    throw error;
  }
}

async function keep(key, response, before) {
  const name = key.includes('/api/') ? 'person' : 'files';
  if (key === '/' || key.endsWith('/api/session')) {
    // Another build's files go with its page, another person's lists with their session.
    const kept = await caches.match(key, { ignoreVary: true });
    if (kept && (await kept.text()) !== (await response.clone().text())) await caches.delete(name);
  }
  if (before === signOuts) await (await caches.open(name)).put(key, response);
}
