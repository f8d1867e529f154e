import * as v from 'valibot';
import { NEWEST_PAGE_PATH, PATHS, SessionBody } from '#shared/wire.ts';
import type { Account } from './session/account.ts';
import { parseItem, type BrowserStorage } from './store/browser-storage.ts';
import { STORAGE_KEYS } from './store/storage-keys.ts';

/** The cache of the signed-in person's session and list. Each build's page and files have one of their own. */
const PERSON = 'person';
const BUILD = new URL(import.meta.url).pathname;

/** The files of a build; anything else, such as people's pictures, is somebody's. */
const BUILT = /^\/(?:assets\/.+|[^/]+\.\w+)$/u;

const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches;

/** Makes a page in a tab, whose browser may be shared, open with nothing that an installed board has kept. */
export async function forgetInTabs(): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker?.controller || isInstalled()) return;
  await alone(() => caches.delete(PERSON));
}

/**
 * Keeps what an installed board opens with offline, which `public/service-worker.js` then answers with; and
 * forgets, on any page, what is kept of whoever is no longer signed in.
 */
export async function keepForOfflineStart(
  account: Pick<Account, 'get' | 'subscribe'>,
  storage: BrowserStorage,
): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const forget = (): void => void forgetOthers(account).catch(report);
  account.subscribe(forget);
  forget();
  if (!isInstalled()) return;
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

async function forgetOthers({ get }: Pick<Account, 'get'>): Promise<void> {
  const now = get();
  if (now === 'unknown') return;
  await alone(async () => {
    const kept = await caches.match(PATHS.session);
    const isKept = now !== null && (kept === undefined || (await uidIn(kept)) === now.user.uid);
    if (!isKept) await caches.delete(PERSON);
  });
}

/** Keeps who is signed in, and the newest thoughts. */
async function keepPerson(storage: BrowserStorage): Promise<void> {
  if (storage.getItem(STORAGE_KEYS.authUser) === null) return;
  const [session, page] = await Promise.all([fetch(PATHS.session), fetch(NEWEST_PAGE_PATH)]);
  const uid = await uidIn(session.clone());
  await alone(async () => {
    // Meanwhile another tab may have signed out, or somebody else in; such a tab then forgets what is kept.
    const user = parseItem(AuthUser, storage.getItem(STORAGE_KEYS.authUser));
    if (!page.ok || uid === undefined || uid !== user?.uid) return;
    const person = await caches.open(PERSON);
    // The session goes first: the list must never be kept without its person.
    await person.put(PATHS.session, session);
    await person.put(NEWEST_PAGE_PATH, page);
  });
}

/** Keeps this build's page and files, unless the server has another build, or something else, as its page. */
async function keepBuild(): Promise<void> {
  // Requested without cookies: a signed-in person's page preloads their data, even in a tab opened offline.
  const page = await fetch('/', { credentials: 'omit' });
  if (!page.ok || !(await page.clone().text()).includes(BUILD)) return;
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && BUILT.test(pathname));
  const build = await caches.open(BUILD);
  await build.addAll(files.map(({ href }) => href));
  await build.put('/', page);
  const outdated = (await caches.keys()).filter((name) => name !== BUILD && name !== PERSON);
  await Promise.all(outdated.map((name) => caches.delete(name)));
}

const AuthUser = v.object({ uid: v.string() });

/** The uid in a session's answer; undefined where nobody is signed in or something else has answered. */
async function uidIn(session: Response): Promise<string | undefined> {
  const answer = v.safeParse(SessionBody, await session.json().catch(() => undefined));
  return session.ok && answer.success ? answer.output.user?.uid : undefined;
}

/** Runs changes to the kept person one after another, over all pages. */
async function alone(change: () => Promise<unknown>): Promise<void> {
  await navigator.locks.request('thought-cloud:kept', change);
}

function report(error: unknown): void {
  console.info('What is kept for an offline start is not up to date', error);
}
