import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { COLLECTION, newTextID, type Thought } from '#shared/thought.ts';
import type { ThoughtWindow } from '#client/backend/backend.ts';
import { openFirebaseWorld, type FirebaseWorld } from './chromium/firebase-world.ts';
import type { RemoteBackend } from './chromium/remote-backend.ts';
import { officialEmulator } from './official-emulators.ts';

const WAIT_OPTIONS = { timeout: 20_000, interval: 10 };
const STORED = 1100;

let world: FirebaseWorld;

beforeAll(async () => {
  world = await openFirebaseWorld();
  world.emulator.put(Object.fromEntries(Array.from({ length: STORED }, (_, n) => documentOf(n))));
});

afterAll(() => world.close());

// An official emulator neither counts nor takes documents past the rules.
const hasOwnEmulator = officialEmulator('firestore') === null;

describe.runIf(hasOwnEmulator)('Firestore bills', () => {
  test('card 1,000 with about a thousand reads', async () => {
    const feed = await watched(await world.person('Ada'));
    // What docs/firebase.md computes an opening by.
    expect(feed.reads()).toBeLessThanOrEqual(53);
    while (feed.thoughts().length < 1000) {
      const { length } = feed.thoughts();
      feed.grow();
      await vi.waitFor(() => expect(feed.thoughts().length).toBeGreaterThan(length), WAIT_OPTIONS);
    }
    expect(feed.thoughts()).toHaveLength(new Set(feed.thoughts()).size);
    expect(feed.reads()).toBeLessThan(1.03 * feed.thoughts().length);
  });
});

describe.runIf(hasOwnEmulator)('a removal', () => {
  test('shows on every page, and what follows comes up without a gap', async () => {
    const ada = await world.person('Ada');
    const feed = await watched(ada);
    feed.grow();
    await vi.waitFor(() => expect(feed.thoughts().length).toBeGreaterThan(100), WAIT_OPTIONS);
    const order = feed.thoughts().map(({ text }) => Number(text.split(' ')[1]));
    const edge = order.at(-1) ?? 0;
    for (const at of [90, 40]) {
      const gone = feed.thoughts()[at];
      order.splice(at, 1);
      world.emulator.remove(`${COLLECTION}/${gone?.textID}`);
      // A page whose thought was removed takes in the next older one.
      const expected = [...order, edge - 1].map((n) => `Thought ${n}`);
      await vi.waitFor(() => {
        const texts = feed.thoughts().map(({ text }) => text);
        expect(texts).not.toContain(gone?.text);
        expect(texts).toEqual(expected.slice(0, texts.length));
        expect(texts.length).toBeGreaterThanOrEqual(order.length);
      }, WAIT_OPTIONS);
    }
  });
});

async function watched(backend: RemoteBackend) {
  // The streams of the test before would be counted, too.
  world.emulator.cutStreams();
  const before = world.emulator.readCount();
  let last: ThoughtWindow | undefined;
  const live = backend.watch('feed', 50, {
    onWindow: (window) => {
      last = window;
    },
    onLive: () => {},
  });
  onTestFinished(() => live.close());
  await vi.waitUntil(() => last !== undefined, WAIT_OPTIONS);
  return {
    thoughts: (): readonly Thought[] => last?.thoughts ?? [],
    reads: () => world.emulator.readCount() - before,
    grow: live.grow,
  };
}

/** The path and the fields of a thought that is `n` seconds younger than the first. */
function documentOf(n: number) {
  const createdAt = new Date(Date.UTC(2026, 0) + n * 1000).toISOString();
  const fields = {
    uID: { stringValue: 'somebody' },
    uName: { stringValue: 'Somebody' },
    text: { stringValue: `Thought ${n}` },
    createdAt: { timestampValue: createdAt },
    uProfile: { stringValue: '' },
  };
  return [`${COLLECTION}/${newTextID()}`, fields] as const;
}
