import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { newTextID } from '#shared/thought.ts';
import type { ThoughtWindow } from '#client/backend/backend.ts';
import { googleAccount, openFirebaseWorld, type FirebaseWorld } from './chromium/firebase-world.ts';
import type { RemoteBackend } from './chromium/remote-backend.ts';
import { officialEmulator } from './official-emulators.ts';

const WAIT_OPTIONS = { timeout: 25_000, interval: 50 };

/** For writes that nobody gives up. */
const { signal } = new AbortController();

let world: FirebaseWorld;

beforeAll(async () => {
  world = await openFirebaseWorld();
});

afterAll(() => world.close());

// They make trouble at the service, which an official emulator has no call for.
describe.skipIf(officialEmulator('firestore') !== null)(
  'Firebase, when the connection or the permission is lost,',
  () => {
    test('says so, and delivers what was missed once it is back', async () => {
      const [ada, bob] = [await world.person('Ada'), await world.person('Bob')];
      const kept = await add(ada, 'kept');
      const gone = await add(ada, 'gone');
      const feed = await watched(bob);

      await bob.page.context().setOffline(true);
      await vi.waitFor(() => expect(feed.isLive()).toBe(false), WAIT_OPTIONS);
      await ada.deleteThought(gone, signal);
      const missed = await add(ada, 'missed');
      await bob.page.context().setOffline(false);
      await vi.waitFor(
        () => expect(feed.last()).toMatchObject({ source: 'change', ids: [missed, kept] }),
        WAIT_OPTIONS,
      );
      await vi.waitFor(() => expect(feed.isLive()).toBe(true), WAIT_OPTIONS);
      expect(feed.windows.filter(({ source }) => source === 'read')).toHaveLength(1);
    });

    test('is right within 2 s of being shown after a sleep', async () => {
      const [ada, bob] = [await world.person('Ada'), await world.person('Bob')];
      const feed = await watched(ada);
      await setHidden(ada, true);
      await stopEmulator();
      const failed = ada.page.waitForEvent('requestfailed');
      await failed;
      await world.emulator.start();
      const textID = await add(bob, 'meanwhile');
      expect(feed.last()?.ids).not.toContain(textID);
      await ada.page.evaluate(() => {
        const now = Date.now() + 60_000;
        Date.now = () => now;
      });
      await setHidden(ada, false);
      await vi.waitFor(() => expect(feed.last()?.ids).toContain(textID), {
        ...WAIT_OPTIONS,
        timeout: 2000,
      });
    });

    test('keeps what it shows while its listeners are refused', async () => {
      const ada = await world.person('Ada');
      const textID = await add(ada, 'still shown');
      const feed = await watched(ada);
      world.emulator.refuseQueries(true);
      onTestFinished(() => world.emulator.refuseQueries(false));
      world.emulator.cutStreams();
      await vi.waitFor(() => expect(feed.isLive()).toBe(false), WAIT_OPTIONS);
      await ada.deleteThought(textID, signal);
      expect(feed.last()?.ids).toContain(textID);
      world.emulator.refuseQueries(false);
      await vi.waitFor(() => expect(feed.last()?.ids).not.toContain(textID), WAIT_OPTIONS);
      expect(feed.last()?.source).toBe('change');
    });

    test('ends the listeners when another tab signs out, without an error', async () => {
      const ada = await world.person('Ada');
      const logged: string[] = [];
      ada.page.on('console', (message) => logged.push(message.text()));
      const before = await watched(ada);
      const otherTab = await ada.openTab();
      const users: unknown[] = [];
      ada.onAuthState((user) => users.push(user));
      await otherTab.signOut(new AbortController().signal);
      await vi.waitFor(() => expect(users.at(-1)).toBeNull(), WAIT_OPTIONS);
      const { length } = before.windows;
      // Long enough for a listener that goes on to be refused, and to come back for the next person.
      await ada.signInAs(googleAccount('Bob'));
      const next = await watched(ada);
      const textID = await add(ada, 'of the next person');
      await vi.waitFor(() => expect(next.last()?.ids).toContain(textID), WAIT_OPTIONS);
      expect(before.windows).toHaveLength(length);
      expect(logged.join()).not.toContain('A live query was lost');
    });
  },
);

/** What a query delivers, with its thoughts by their ids. */
type Delivered = Omit<ThoughtWindow, 'thoughts'> & { ids: string[] };

async function watched(
  backend: RemoteBackend,
  query: 'feed' | 'own' = 'feed',
  { waitForResult = true } = {},
) {
  const windows: Delivered[] = [];
  let isLive = false;
  const live = backend.watch(query, 50, {
    onWindow: ({ thoughts, ...rest }) =>
      windows.push({ ...rest, ids: thoughts.map(({ textID }) => textID) }),
    onLive: (next) => {
      isLive = next;
    },
  });
  onTestFinished(() => live.close());
  if (waitForResult) await vi.waitUntil(() => windows.length > 0 && isLive, WAIT_OPTIONS);
  return { windows, last: () => windows.at(-1), isLive: () => isLive };
}

/** Stops the emulator, for the rest of the test at most. */
async function stopEmulator(): Promise<void> {
  await world.emulator.stop();
  onTestFinished(() => world.emulator.start());
}

async function setHidden({ page }: RemoteBackend, hidden: boolean): Promise<void> {
  await page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

async function add(backend: RemoteBackend, text: string): Promise<string> {
  const textID = newTextID();
  await backend.addThought({ textID, text }, signal);
  return textID;
}
