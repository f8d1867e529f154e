import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { newTextID } from '#shared/thought.ts';
import { openFirebaseWorld, type FirebaseWorld } from './chromium/firebase-world.ts';
import type { RemoteBackend } from './chromium/remote-backend.ts';

const COMMIT = '**/documents:commit*';
const TOKENS = '**/securetoken.googleapis.com/**';
const WAIT_OPTIONS = { timeout: 10_000, interval: 20 };

/** For writes that nobody gives up. */
const { signal } = new AbortController();

let world: FirebaseWorld;

beforeAll(async () => {
  world = await openFirebaseWorld();
});

afterAll(() => world.close());

test('a write without an answer holds up neither what is live nor another write', async () => {
  const [ada, bob] = [await world.person('Ada'), await world.person('Bob')];
  const shown = await watched(ada);
  let isHeld = false;
  await ada.page.route(COMMIT, async (route) => {
    if (isHeld) return route.continue();
    isHeld = true;
  });
  const controller = new AbortController();
  const held = ada.addThought({ textID: newTextID(), text: 'held' }, controller.signal);
  await vi.waitUntil(() => isHeld, WAIT_OPTIONS);
  await bob.addThought({ textID: newTextID(), text: 'from Bob meanwhile' }, signal);
  await vi.waitFor(() => expect(shown()).toContain('from Bob meanwhile'), WAIT_OPTIONS);
  await ada.addThought({ textID: newTextID(), text: 'from Ada meanwhile' }, signal);
  await vi.waitFor(() => expect(shown()).toContain('from Ada meanwhile'), WAIT_OPTIONS);
  controller.abort('given up');
  await expect(held).rejects.toBe('given up');
});

test('writes fail for now, and soon, when a token has run out and can’t be renewed', async () => {
  const ada = await world.person('Ada');
  const textID = newTextID();
  await ada.addThought({ textID, text: 'before' }, signal);
  const uncaught: Error[] = [];
  ada.page.on('pageerror', (error) => uncaught.push(error));
  await ada.page.route(TOKENS, (route) => route.abort());
  await ada.page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 3_600_000;
  });
  const edit = { textID, text: 'after', base: { text: 'before', version: 1 } };
  const soon = AbortSignal.timeout(5000);
  const unavailable = { code: 'unavailable' };
  const add = ada.addThought({ textID: newTextID(), text: 'new' }, soon);
  await expect(add).rejects.toMatchObject(unavailable);
  await expect(ada.editThought(edit, soon)).rejects.toMatchObject(unavailable);
  await expect(ada.deleteThought(textID, soon)).rejects.toMatchObject(unavailable);
  await ada.page.unroute(TOKENS);
  await ada.editThought(edit, signal);
  expect(uncaught).toEqual([]);
});

/** Watches the feed, and returns what tells the texts it shows. */
async function watched(backend: RemoteBackend): Promise<() => string[]> {
  let texts: string[] | undefined;
  const live = backend.watch('feed', 50, {
    onWindow: ({ thoughts }) => {
      texts = thoughts.map(({ text }) => text);
    },
    onLive: () => {},
  });
  onTestFinished(() => live.close());
  await vi.waitUntil(() => texts !== undefined, WAIT_OPTIONS);
  return () => texts ?? [];
}
