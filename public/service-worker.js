// Opens an installed board without a network, with what its pages have kept (src/client/browser/offline-start.ts). With a
// network, every answer comes from there: no old client meets a new server, and no list is older than its
// stream. The worker itself keeps nothing.
const SCREEN = /^\/(?:profile\/?|login\/?)?$/u;
const KEPT = /^\/(?:assets\/.+|first-paint\.js|icon\.svg|api\/session|api\/thoughts)$/u;

/** Pages that were opened from what is kept; only they get any of it. */
const openedOffline = new Set();

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  if (mode === 'navigate') {
    const open = () => openedOffline.add(event.resultingClientId);
    if (SCREEN.test(pathname)) event.respondWith(networkFirst(event.request, '/', open));
  } else if (openedOffline.has(event.clientId) && KEPT.test(pathname)) {
    event.respondWith(networkFirst(event.request, url));
  }
});

async function networkFirst(request, key, onKept = () => {}) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(key, { ignoreVary: true });
    if (kept === undefined) throw error;
    onKept();
    return kept;
  }
}
