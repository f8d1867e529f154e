import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { NEVER } from '#shared/backoff.ts';
import { PAGE_SIZE } from '#shared/limits.ts';
import { newId } from '#shared/id.ts';
import { COLLECTION } from '#shared/thought.ts';
import type { Fields } from '#tools/firestore-emulator/rules.ts';
import { uidOf } from '#client/backend/contract.ts';
import { storedOf } from './people.ts';
import {
  openFirebaseWorld,
  watchFeed,
  type FirebaseWorld,
  type RemoteBackend,
} from './chromium/firebase-world.ts';

let world: FirebaseWorld;

beforeEach(async () => {
  world = await openFirebaseWorld();
  onTestFinished(() => world.close());
});

// The console, an import and other programs bypass the rules when they add documents.
test('a document dated in the future pushes no later thought out of the list', async () => {
  const stored = Array.from({ length: 3 * PAGE_SIZE }, (_, n) => documentOf(`${n}`, secondsAgo(n)));
  await put([...stored, documentOf('from the future', '2099-01-01T00:00:00Z')]);
  const ada = await world.person('Ada');
  const feed = await watchFeed(ada);
  feed.grow();
  const shown = async (length: number, ...latest: string[]) => {
    await vi.waitFor(() => expect(feed.texts()).toHaveLength(length));
    const older = stored.slice(0, length - latest.length - 1).map((_, n) => `${n}`);
    expect(feed.texts()).toEqual(['from the future', ...latest, ...older]);
  };
  await shown(2 * PAGE_SIZE + 1);
  await add(ada, 'first');
  await add(ada, 'second');
  await shown(2 * PAGE_SIZE + 3, 'second', 'first');
  feed.grow();
  await shown(3 * PAGE_SIZE + 3, 'second', 'first');
});

test('documents whose createdAt is no timestamp neither show nor hold a place', async () => {
  const times: Fields[string][] = [
    { stringValue: '2099-01-01' },
    {
      mapValue: {
        fields: { seconds: { integerValue: '9' }, nanoseconds: { integerValue: '9' } },
      },
    },
    { nullValue: null },
  ];
  const [, fields] = documentOf('timeless', secondsAgo(0));
  const timeless = Array.from(
    { length: PAGE_SIZE },
    (_, n) =>
      [pathOf(), { ...fields, createdAt: times[n % times.length] ?? fields.createdAt }] as const,
  );
  await put([...timeless, documentOf('a thought', secondsAgo(1))]);
  const ada = await world.person('Ada');
  const feed = await watchFeed(ada);
  expect(feed.texts()).toEqual(['a thought']);
  await add(ada, 'another');
  await vi.waitFor(() => expect(feed.texts()).toEqual(['another', 'a thought']));
});

test('documents that are no thoughts, however many, hide none behind them', async () => {
  const strange = Array.from({ length: 3 * PAGE_SIZE }, (_, n) => {
    const [, fields] = documentOf('no thought', secondsAgo(n));
    return [`${COLLECTION}/strange-${n}`, fields] as const;
  });
  await put([...strange, documentOf('a thought', secondsAgo(1_000))]);
  const feed = await watchFeed(await world.person('Ada'));
  await vi.waitFor(() => expect(feed.texts()).toEqual(['a thought']));
  // A first result without any would show an empty board.
  expect(feed.windows).toHaveLength(1);
});

async function add(backend: RemoteBackend, text: string): Promise<void> {
  await backend.addThought({ author: await uidOf(backend), textID: newId(), text }, NEVER);
}

function put(documents: readonly (readonly [path: string, fields: Fields])[]) {
  return world.services.put(Object.fromEntries(documents));
}

function documentOf(text: string, createdAt: string) {
  return [pathOf(), storedOf('somebody', text, createdAt)] as const;
}

function pathOf(): string {
  return `${COLLECTION}/${newId()}`;
}

function secondsAgo(seconds: number): string {
  return new Date(Date.now() - 1000 * seconds).toISOString();
}
