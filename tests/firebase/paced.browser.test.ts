import { afterAll, expect, test, vi } from 'vitest';
import { NEVER, retry } from '#shared/backoff.ts';
import { newId } from '#shared/id.ts';
import { uidOf } from '#client/backend/contract.ts';
import { openFirebaseWorld, watchFeed } from './chromium/firebase-world.ts';

const world = await openFirebaseWorld({ arePaced: true });
afterAll(world.close);

test('adds that follow at once, from two browsers, are stored a second apart', async () => {
  const [ada, elsewhere] = [await world.person('Ada'), await world.person('Ada')];
  const author = await uidOf(ada);
  const feed = await watchFeed(ada);
  const ids = [newId(), newId(), newId()];
  const [one = '', two = '', three = ''] = ids;
  await ada.addThought({ author, textID: one, text: 'one' }, NEVER);
  await elsewhere.addThought({ author, textID: two, text: 'two' }, NEVER);
  await ada.addThought({ author, textID: three, text: 'three' }, NEVER);
  await vi.waitFor(() => expect(feed.ids()).toEqual([three, two, one]));
  const [first = 0, second = 0, third = 0] = ids.map((id) => millisOf(feed.find(id)?.createdAt));
  expect(second - first).toBeGreaterThanOrEqual(1_000);
  expect(third - second).toBeGreaterThanOrEqual(1_000);
  await ada.editThought(
    { author, textID: one, text: 'new', base: { text: 'one', version: 1 } },
    NEVER,
  );
  await ada.deleteThought({ author, textID: two }, NEVER);
  await vi.waitFor(() => expect(feed.texts()).toEqual(['three', 'new']));
});

test('adds that waited for the network are all stored, though they come at once, and none is refused', async () => {
  const ada = await world.person('Ada');
  const author = await uidOf(ada);
  const feed = await watchFeed(ada);
  const waited = ['a', 'b', 'c', 'd'].map((text) => ({ author, textID: newId(), text }));
  const sent = waited.map((add) => retry(NEVER, () => ada.addThought(add, NEVER)));
  await Promise.all(sent);
  await vi.waitFor(() =>
    expect(feed.ids()).toEqual(expect.arrayContaining(waited.map(({ textID }) => textID))),
  );
});

function millisOf(time = { seconds: 0, nanoseconds: 0 }): number {
  return time.seconds * 1_000 + time.nanoseconds / 1_000_000;
}
