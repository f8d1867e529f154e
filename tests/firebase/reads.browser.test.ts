import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { NEVER } from '#shared/backoff.ts';
import { newId } from '#shared/id.ts';
import { COLLECTION } from '#shared/thought.ts';
import { uidOf } from '#client/backend/contract.ts';
import { storedOf } from './people.ts';
import { openFirebaseWorld, watchFeed } from './chromium/firebase-world.ts';

/** By hand, before Google's emulator, with many more. */
const STORED = Number(process.env['THOUGHTS'] ?? 440);

const world = await openFirebaseWorld();
afterEach(world.closeBrowsers);
afterAll(world.close);
await world.services.put(
  Object.fromEntries(Array.from({ length: STORED }, (_, n) => documentOf(n))),
);

test('a list opens with the reads of what it shows, however long it is', async () => {
  const { reads } = await open();
  // docs/firebase.md computes the cost of an opening by this number, and one for a listener that finds nothing.
  expect(reads).toBe(52);
});

test('card 400 is billed with about 400 reads', async () => {
  const feed = await open();
  const before = world.services.readCount() - feed.reads;
  while (feed.ids().length < 400) {
    const { length } = feed.ids();
    feed.grow();
    await vi.waitFor(() => expect(feed.ids().length).toBeGreaterThan(length));
  }
  expect(feed.ids()).toHaveLength(new Set(feed.ids()).size);
  expect(world.services.readCount() - before).toBeLessThan(1.03 * feed.ids().length);
});

test('a removal shows on every page, and what follows comes up without a gap', async () => {
  const feed = await open();
  feed.grow();
  await vi.waitFor(() => expect(feed.ids().length).toBeGreaterThan(100));
  const order = [...feed.texts()];
  const edge = Number(order.at(-1)?.split(' ')[1]);
  for (const at of [90, 40]) {
    const gone = feed.ids()[at];
    order.splice(at, 1);
    await world.services.remove(`${COLLECTION}/${gone}`);
    // A page whose thought was removed takes in the next older one.
    const expected = [...order, `Thought ${edge - 1}`];
    await vi.waitFor(() => {
      expect(feed.ids()).not.toContain(gone);
      expect(feed.texts()).toEqual(expected.slice(0, feed.texts().length));
      expect(feed.texts().length).toBeGreaterThanOrEqual(order.length);
    });
  }
});

test('an add reads nothing, besides what the rules look up', async () => {
  const ada = await world.person('Ada');
  world.services.cutStreams();
  const before = world.services.readCount();
  await ada.addThought({ author: await uidOf(ada), textID: newId(), text: 'new' }, NEVER);
  expect(world.services.readCount() - before).toBe(0);
});

/** Opens the feed; `reads` is the number of reads billed for that. */
async function open() {
  const ada = await world.person('Ada');
  // Otherwise the streams of the previous test would be counted, too.
  world.services.cutStreams();
  const before = world.services.readCount();
  const feed = await watchFeed(ada);
  return { ...feed, reads: world.services.readCount() - before };
}

/** The path and the fields of a thought that is `n` seconds younger than the first. */
function documentOf(n: number) {
  const createdAt = new Date(Date.UTC(2026, 0) + n * 1000).toISOString();
  return [`${COLLECTION}/${newId()}`, storedOf('somebody', `Thought ${n}`, createdAt)] as const;
}
