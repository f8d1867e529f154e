import type { Page, Route } from '@playwright/test';
import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { NEVER } from '#shared/backoff.ts';
import { problemCodeOf } from '#shared/problem.ts';
import { newId } from '#shared/id.ts';
import { oneOfEach, uidOf, watch } from '#client/backend/contract.ts';
import { storedOf, thoughtAt } from './people.ts';
import {
  accountOf,
  openFirebaseWorld,
  watchFeed,
  type RemoteBackend,
} from './chromium/firebase-world.ts';

const COMMIT = '**/documents:commit*';
const READ = '**/documents:batchGet*';
const CALLS = '**/documents:*';
const STREAM = '**/Listen/channel?*';
/** What the request for an older page, and for one's own thoughts, contains. */
const OLDER_PAGE = '"startAt":{"before":false';
const OWN = '"fieldPath":"uID"';
const TOKENS = '**/securetoken.googleapis.com/**';

const world = await openFirebaseWorld();
afterEach(world.closeBrowsers);
afterAll(world.close);

describe('when the connection or the permission is lost, Firebase', () => {
  test('says so, and delivers what was missed once it is back', async () => {
    const [ada, bob] = [await world.person('Ada'), await world.person('Bob')];
    const kept = await add(ada, 'kept');
    const gone = await add(ada, 'gone');
    const feed = await watchFeed(bob);

    await bob.page.context().setOffline(true);
    await vi.waitFor(() => expect(feed.isLive()).toBe(false));
    await ada.deleteThought({ author: await uidOf(ada), textID: gone }, NEVER);
    const missed = await add(ada, 'missed');
    await bob.page.context().setOffline(false);
    await vi.waitFor(() => expect(feed.ids()).toEqual([missed, kept]));
    await vi.waitFor(() => expect(feed.isLive()).toBe(true));
    expect(feed.windows.filter(({ source }) => source === 'read')).toHaveLength(1);
  });

  test('is right within 2 s of being shown after a sleep', async () => {
    const [ada, bob] = [await world.person('Ada'), await world.person('Bob')];
    const feed = await watchFeed(ada);
    await setHidden(ada, true);
    // A computer that sleeps has no network, so its own tries fail.
    await ada.page.route(STREAM, (route) => route.abort());
    const lost = ada.page.waitForEvent('requestfailed');
    world.services.cutStreams();
    await lost;
    const textID = await add(bob, 'meanwhile');
    expect(feed.ids()).not.toContain(textID);
    await ada.page.unroute(STREAM);
    await setClockOn(ada, 60_000);
    await setHidden(ada, false);
    await vi.waitFor(() => expect(feed.ids()).toContain(textID), { timeout: 2_000 });
  });

  test('is right soon after a sleep in which the connection died, though always visible', async () => {
    const [ada, bob] = [await world.person('Ada'), await world.person('Bob')];
    const feed = await watchFeed(ada);
    const { silent } = await silenceSession(ada);
    world.services.cutStreams();
    await silent;
    const textID = await add(bob, 'meanwhile');
    await setClockOn(ada, 60_000);
    await vi.waitFor(() => expect(feed.ids()).toContain(textID), { timeout: 3_000 });
  });

  test('keeps what it shows while its listeners are refused', async () => {
    const ada = await world.person('Ada');
    const textID = await add(ada, 'still shown');
    const feed = await watchFeed(ada);
    await world.services.refuseQueries(true);
    onTestFinished(() => world.services.refuseQueries(false));
    await restartConnection(ada);
    await vi.waitFor(() => expect(feed.isLive()).toBe(false));
    await ada.deleteThought({ author: await uidOf(ada), textID }, NEVER);
    expect(feed.ids()).toContain(textID);
    await world.services.refuseQueries(false);
    await vi.waitFor(() => expect(feed.ids()).not.toContain(textID));
    expect(feed.windows.at(-1)?.source).toBe('change');
  });

  test('says so, too, while only an older page comes from the cache', async () => {
    const [ada, bob] = [await world.person('Ada'), await world.person('Bob')];
    for (const text of ['one', 'two', 'three']) await add(ada, text);
    const feed = await watchFeed(bob, 1);
    feed.grow();
    await vi.waitFor(() => expect(feed.texts()).toContain('one'));
    await bob.page.context().setOffline(true);
    await vi.waitFor(() => expect(feed.isLive()).toBe(false));
    await leaveOut(bob, OLDER_PAGE);
    await bob.page.context().setOffline(false);
    // With the second one there, what the first brought has been reported, too.
    for (const text of ['missed', 'missed, too']) {
      const missed = await add(ada, text);
      await vi.waitFor(() => expect(feed.ids()).toContain(missed));
    }
    expect(feed.isLive()).toBe(false);
    await bob.page.unroute(STREAM);
    await restartConnection(bob);
    await vi.waitFor(() => expect(feed.isLive()).toBe(true));
  });

  // Reconnecting takes 15 s, and a busy machine some more.
  test(
    'reconnects for a list that is not live, though another one is',
    { timeout: 90_000 },
    async () => {
      const [ada, bob] = [await world.person('Ada'), await world.person('Bob')];
      const feed = await watchFeed(ada);
      await leaveOut(ada, OWN);
      const own = await watch(ada, 'own', { waitForResult: false });
      const textID = await add(bob, 'meanwhile');
      await vi.waitFor(() => expect(feed.ids()).toContain(textID));
      expect(own.isLive()).toBe(false);
      await ada.page.unroute(STREAM);
      await vi.waitFor(() => expect(own.isLive()).toBe(true), { timeout: 60_000 });
    },
  );
});

test('a write without an answer holds up neither live queries nor other writes', async () => {
  const [ada, bob] = [await world.person('Ada'), await world.person('Bob')];
  const feed = await watchFeed(ada);
  const { held } = await holdFirst(ada, COMMIT);
  const controller = new AbortController();
  const thought = { author: await uidOf(ada), textID: newId(), text: 'held' };
  const late = ada.addThought(thought, controller.signal);
  await held;
  for (const person of [bob, ada]) {
    const textID = await add(person, 'meanwhile');
    await vi.waitFor(() => expect(feed.ids()).toContain(textID));
  }
  controller.abort('given up');
  await expect(late).rejects.toBe('given up');
});

test('an edit that is aborted while it reads stores nothing', async () => {
  const ada = await world.person('Ada');
  const textID = await add(ada, 'before');
  const { held } = await holdFirst(ada, READ);
  const commits: string[] = [];
  ada.page.on('request', (request) => {
    if (request.url().includes(':commit')) commits.push(request.postData() ?? '');
  });
  const controller = new AbortController();
  const late = ada.editThought(await editOf(ada, textID), controller.signal);
  const read = await held;
  controller.abort('overtaken');
  await expect(late).rejects.toBe('overtaken');
  await read.continue();
  await (await read.request().response())?.finished();
  const later = await add(ada, 'long after');
  expect(commits.some((body) => body.includes(later))).toBe(true);
  expect(commits.some((body) => body.includes(textID))).toBe(false);
});

test('of writes under way when somebody else signs in, none is stored in their name', async () => {
  const [ada, bob] = [await world.person('Ada'), await world.person('Bob')];
  const feed = await watchFeed(bob);
  const author = await uidOf(ada);
  const textID = await add(ada, 'before');
  await vi.waitFor(() => expect(feed.ids()).toContain(textID));
  const before = feed.texts();
  const routes = await holdAll(ada, CALLS);
  const writes = oneOfEach(ada, { author, textID }, NEVER);
  const refusals = refusalsOf(writes);
  await vi.waitUntil(() => routes.length === writes.length);
  await ada.signInAs(accountOf('Cleo'));
  // What is held goes on: the add, which has been sent with Ada's token, and the reads of the others.
  await ada.page.unroute(CALLS);
  const [ofAdd, ...others] = await refusals;
  expect(ofAdd).toContain('"add"');
  expect(new Set(others)).toEqual(new Set(['signed-out']));
  const later = await add(bob, 'later');
  await vi.waitFor(() => expect(feed.ids()).toContain(later));
  expect(feed.texts().slice(2)).toEqual(before);
  const added = feed.ids()[1] ?? '';
  expect(feed.find(added)?.uName).toBe('Ada');
});

test('where everything is refused, a write is forbidden, not taken for done', async () => {
  const ada = await world.person('Ada');
  const textID = await add(ada, 'before');
  await ada.page.route('**/documents:*', (route) => refuse(route, 403, 'PERMISSION_DENIED'));
  const refusals = await refusalsOf(oneOfEach(ada, { author: await uidOf(ada), textID }, NEVER));
  expect(new Set(refusals)).toEqual(new Set(['forbidden']));
});

test('a deleted thought that a restored collection brought back is deleted again', async () => {
  const ada = await world.person('Ada');
  const [author, textID] = [await uidOf(ada), await add(ada, 'before')];
  await ada.deleteThought({ author, textID }, NEVER);
  const feed = await watchFeed(ada);
  const restored = storedOf(author, 'before', new Date().toISOString());
  await world.services.put({ [thoughtAt(textID)]: restored });
  await vi.waitFor(() => expect(feed.ids()).toContain(textID));
  await ada.deleteThought({ author, textID }, NEVER);
  await vi.waitFor(() => expect(feed.ids()).not.toContain(textID));
  const late = { author, textID, text: 'before' };
  await expect(ada.addThought(late, NEVER)).rejects.toMatchObject({ code: 'not-found' });
});

test('writes fail for now, and soon, when a token has run out and can’t be renewed', async () => {
  const ada = await world.person('Ada');
  const textID = await add(ada, 'before');
  const uncaught: Error[] = [];
  ada.page.on('pageerror', (error) => uncaught.push(error));
  await ada.page.route(TOKENS, (route) => route.abort());
  await setClockOn(ada, 3_600_000);
  const soon = AbortSignal.timeout(5_000);
  const refusals = await refusalsOf(oneOfEach(ada, { author: await uidOf(ada), textID }, soon));
  expect(new Set(refusals)).toEqual(new Set(['unavailable']));
  await ada.page.unroute(TOKENS);
  await ada.editThought(await editOf(ada, textID), NEVER);
  expect(uncaught).toEqual([]);
});

test('after a token that the service refuses, the next write brings a new one', async () => {
  const ada = await world.person('Ada');
  let refused: string | undefined;
  await ada.page.route('**/documents:*', (route) => {
    const token = route.request().headers()['authorization'] ?? '';
    refused ??= token;
    return token === refused ? refuse(route, 401, 'UNAUTHENTICATED') : route.continue();
  });
  const thought = { author: await uidOf(ada), textID: newId(), text: 'by a good clock' };
  await expect(ada.addThought(thought, NEVER)).rejects.toMatchObject({ code: 'signed-out' });
  // Within one second, the emulator issues the same token again.
  await vi.waitFor(() => ada.addThought(thought, NEVER), { timeout: 10_000, interval: 500 });
});

test('signing in leaves the page in an installed app, and opens no popup', async () => {
  const visitor = await world.visitor();
  await visitor.page.evaluate(() => {
    const matchMedia = window.matchMedia.bind(window);
    window.matchMedia = (query) =>
      matchMedia(query === '(display-mode: standalone)' ? 'all' : query);
  });
  const popups: Page[] = [];
  visitor.page.on('popup', (popup) => popups.push(popup));
  const leaving = visitor.page.waitForURL(/\/auth\/handler\?/u);
  // The page is left during the call, which can't return.
  const call = visitor.signIn().catch(() => {});
  await leaving;
  await call;
  expect(popups).toEqual([]);
});

async function add(backend: RemoteBackend, text: string): Promise<string> {
  const textID = newId();
  await backend.addThought({ author: await uidOf(backend), textID, text }, NEVER);
  return textID;
}

async function editOf(backend: RemoteBackend, textID: string) {
  const base = { text: 'before', version: 1 };
  return { author: await uidOf(backend), textID, text: 'after', base };
}

/** The codes with which writes are refused, or else their marks. */
function refusalsOf(writes: readonly Promise<unknown>[]): Promise<unknown[]> {
  return Promise.all(writes.map((write) => write.catch(problemCodeOf)));
}

/** Refuses a request of a page in the service's words. */
function refuse(route: Route, code: number, status: string): Promise<void> {
  const headers = {
    'access-control-allow-origin': route.request().headers()['origin'] ?? '',
    'access-control-allow-credentials': 'true',
  };
  return route.fulfill({ status: code, headers, json: { error: { code, status, message: 'No' } } });
}

/** Holds a person's requests to an address in the browser until it is unrouted. */
async function holdAll({ page }: RemoteBackend, address: string): Promise<Route[]> {
  const held: Route[] = [];
  await page.route(address, (route) => void held.push(route));
  return held;
}

/** Holds a person's first request to an address in the browser; later ones pass. */
async function holdFirst(
  { page }: RemoteBackend,
  address: string,
): Promise<{ held: Promise<Route> }> {
  let first: Route | undefined;
  await page.route(address, async (route) => {
    if (first !== undefined) return route.continue();
    first = route;
  });
  return { held: vi.waitUntil(() => first) };
}

/** Replaces a person's requests that contain a piece of text by ones that need no answer. */
async function leaveOut({ page }: RemoteBackend, piece: string): Promise<void> {
  await page.route(STREAM, (route) => {
    const form = new URLSearchParams(route.request().postData() ?? '');
    for (const [name, value] of form) {
      if (value.includes(piece))
        form.set(
          name,
          JSON.stringify({ ...JSON.parse(value), addTarget: undefined, removeTarget: 999 }),
        );
    }
    return route.continue(form.size > 0 ? { postData: form.toString() } : {});
  });
}

/** Leaves a person's session without an answer from its next request on. */
async function silenceSession({ page }: RemoteBackend): Promise<{ silent: Promise<string> }> {
  let dead: string | null = null;
  await page.route(STREAM, async (route) => {
    const session = new URL(route.request().url()).searchParams.get('SID');
    dead ??= session;
    if (session === null || session !== dead) await route.continue();
  });
  return { silent: vi.waitUntil(() => dead) };
}

/** Makes the page open a new connection, as one does that is shown after a sleep. */
async function restartConnection(backend: RemoteBackend): Promise<void> {
  await setHidden(backend, true);
  await setClockOn(backend, 60_000);
  await setHidden(backend, false);
}

async function setClockOn({ page }: RemoteBackend, millis: number): Promise<void> {
  await page.evaluate((ahead) => {
    const now = Date.now;
    Date.now = () => now() + ahead;
  }, millis);
}

async function setHidden({ page }: RemoteBackend, hidden: boolean): Promise<void> {
  await page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}
