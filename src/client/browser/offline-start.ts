import * as v from 'valibot';
import { User } from '#shared/user.ts';
import { NEWEST_PAGE_PATH, PATHS, SessionBody } from '#shared/wire.ts';
import { fetchOwn } from './own-address.ts';
import type { Store } from '#client/store/store.ts';
import type { BrowserStorage } from './storage.ts';
import { parseItem } from './stored-items.ts';
import { STORAGE_KEYS } from './storage-keys.ts';

/** Before the uid in the name of the cache of a person's session and list. A build's page and files have their own. */
const PERSON = 'person:';
const BUILD = new URL(import.meta.url).pathname;

/** The files of a build; anything else, such as people's pictures, is somebody's. */
const BUILT = /^\/(?:assets\/.+|[^/]+\.\w+)$/u;

/** How only an installed board is shown; one in full screen is remembered, as a tab may be shown so, too. */
const INSTALLED = ['standalone', 'minimal-ui', 'window-controls-overlay'];

const isShownAs = (mode: string): boolean => matchMedia(`(display-mode: ${mode})`).matches;

/** Whether this page is an installed board's; its presentation may change, as by F11 or in a kiosk. */
function isInstalled(storage: BrowserStorage): boolean {
  if (INSTALLED.some(isShownAs)) storage.setItem(STORAGE_KEYS.installed, 'yes');
  else if (!isShownAs('fullscreen')) return false;
  return storage.getItem(STORAGE_KEYS.installed) !== null;
}

/** Makes a page in a tab, whose browser may be shared, open with nothing that an installed board has kept. */
export async function forgetInTabs(storage: BrowserStorage): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker?.controller || isInstalled(storage)) return;
  await forgetPeople(null);
}

/**
 * Keeps what an installed board opens with offline, which `public/service-worker.js` then answers with; and
 * forgets, on any page, what is kept of whoever is no longer signed in.
 */
export async function keepForOfflineStart(
  account: Store<'unknown' | null | { user: User }>,
  storage: BrowserStorage,
): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const forgetOthers = (): void => {
    const board = account.get();
    if (board === 'unknown') return;
    const own = board && PERSON + board.user.uid;
    void forgetPeople(own);
  };
  account.subscribe(forgetOthers);
  forgetOthers();
  if (!isInstalled(storage)) return;
  // The last list is newer than the page's first.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keepPerson(storage).catch(report);
  });
  await serviceWorker.register('/service-worker.js');
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  }
  await Promise.all([keepBuild(), keepPerson(storage)]);
}

/** Keeps who is signed in, and the newest thoughts. */
async function keepPerson(storage: BrowserStorage): Promise<void> {
  if (storage.getItem(STORAGE_KEYS.authUser) === null) return;
  const [session, page] = await Promise.all([PATHS.session, NEWEST_PAGE_PATH].map(fetchOwn));
  if (!session || !page) return;
  const { user } = v.parse(SessionBody, await session.clone().json());
  // Read to its end before: tabs that open wait for the lock, and a lost connection may leave an answer without an end.
  await page.clone().arrayBuffer();
  await alone(async () => {
    // Meanwhile another tab may have signed out, or somebody else in; such a tab then forgets what is kept.
    const stored = parseItem(User, storage.getItem(STORAGE_KEYS.authUser));
    if (!page.ok || user === null || user.uid !== stored?.uid) return;
    const person = await caches.open(PERSON + user.uid);
    await person.put(PATHS.session, session);
    await person.put(NEWEST_PAGE_PATH, page);
  });
}

/** Keeps this build's page and files, unless the server has another build, or something else, as its page. */
async function keepBuild(): Promise<void> {
  const page = await fetchOwn('/');
  const html = await page.text();
  if (!page.ok || !html.includes(BUILD)) return;
  const headers = new Headers(page.headers);
  // A signed-in person's page preloads their data, which it would do even in a tab opened offline.
  for (const name of ['link', 'content-encoding', 'content-length']) headers.delete(name);
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && BUILT.test(pathname));
  const build = await caches.open(BUILD);
  await build.addAll(files.map(({ href }) => href));
  await build.put('/', new Response(html, { headers }));
  await forget((name) => name !== BUILD && !name.startsWith(PERSON));
}

/** Forgets what is kept of people, but for one cache; where the browser fails to, as on a full disk, the page still opens. */
function forgetPeople(but: string | null): Promise<void> {
  return alone(() => forget((name) => name.startsWith(PERSON) && name !== but)).catch(report);
}

async function forget(isOutdated: (cache: string) => boolean): Promise<void> {
  const outdated = (await caches.keys()).filter(isOutdated);
  await Promise.all(outdated.map((name) => caches.delete(name)));
}

/** Runs changes to the kept person one after another, over all pages. */
async function alone(change: () => Promise<unknown>): Promise<void> {
  await navigator.locks.request('thought-cloud:kept', change);
}

function report(error: unknown): void {
  console.info('What is kept for an offline start is not up to date', error);
}
