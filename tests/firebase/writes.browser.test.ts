import type { Route } from '@playwright/test';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newTextID } from '#shared/thought.ts';
import { answer, DENIED, UNAUTHENTICATED } from './chromium/answer.ts';
import { openFirebaseWorld, type FirebaseWorld } from './chromium/firebase-world.ts';
import type { RemoteBackend } from './chromium/remote-backend.ts';

const COMMIT = '**/documents:commit*';
const READ = '**/documents:batchGet*';

/** For writes that nobody gives up. */
const { signal } = new AbortController();

let world: FirebaseWorld;

beforeAll(async () => {
  world = await openFirebaseWorld();
});

afterAll(() => world.close());

test('a write that is aborted under way rejects with the reason', async () => {
  const ada = await world.person('Ada');
  const { held } = await holdFirst(ada, COMMIT);
  const controller = new AbortController();
  const write = ada.addThought({ textID: newTextID(), text: 'on a slow line' }, controller.signal);
  void held.then(() => controller.abort('given up'));
  await expect(write).rejects.toBe('given up');
});

test('an edit that is aborted while it reads stores nothing', async () => {
  const ada = await world.person('Ada');
  const textID = newTextID();
  await ada.addThought({ textID, text: 'before' }, signal);
  const { held } = await holdFirst(ada, READ);
  const commits: string[] = [];
  ada.page.on('request', (request) => {
    if (request.url().includes(':commit')) commits.push(request.method());
  });
  const controller = new AbortController();
  const base = { text: 'before', version: 1 };
  const late = ada.editThought({ textID, text: 'a mistake', base }, controller.signal);
  const read = await held;
  controller.abort('overtaken');
  await expect(late).rejects.toBe('overtaken');
  await read.continue();
  await (await read.request().response())?.finished();
  await ada.addThought({ textID: newTextID(), text: 'long after' }, signal);
  expect(commits.filter((method) => method === 'POST')).toHaveLength(1);
});

test('an add that arrives after its delete is stored nowhere', async () => {
  const [laptop, phone] = [await world.person('Ada'), await world.person('Ada')];
  const textID = newTextID();
  const { held } = await holdFirst(laptop, COMMIT);
  const add = laptop.addThought({ textID, text: 'regretted at once' }, signal);
  const late = await held;
  await phone.deleteThought(textID, signal);
  await late.continue();
  await expect(add).rejects.toMatchObject({ code: 'not-found' });
  const edit = {
    textID,
    text: 'is it there?',
    base: { text: 'regretted at once', version: 1 },
  };
  await expect(phone.editThought(edit, signal)).rejects.toMatchObject({ code: 'not-found' });
});

test('where everything is refused, a write is forbidden, not taken for done', async () => {
  const ada = await world.person('Ada');
  const textID = newTextID();
  await ada.addThought({ textID, text: 'before' }, signal);
  await ada.page.route('**/documents:*', (route) => answer(route, DENIED));
  const edit = { textID, text: 'after', base: { text: 'before', version: 1 } };
  const forbidden = { code: 'forbidden' };
  const add = ada.addThought({ textID: newTextID(), text: 'new' }, signal);
  await expect(add).rejects.toMatchObject(forbidden);
  await expect(ada.editThought(edit, signal)).rejects.toMatchObject(forbidden);
  await expect(ada.deleteThought(textID, signal)).rejects.toMatchObject(forbidden);
});

test('after a token that the service refuses, the next write brings a new one', async () => {
  const ada = await world.person('Ada');
  let refused: string | undefined;
  await ada.page.route('**/documents:*', (route) => {
    const token = route.request().headers()['authorization'] ?? '';
    refused ??= token;
    return token === refused ? answer(route, UNAUTHENTICATED) : route.continue();
  });
  const thought = { textID: newTextID(), text: 'by a good clock' };
  await expect(ada.addThought(thought, signal)).rejects.toMatchObject({ code: 'signed-out' });
  // The emulator makes another one only in another second.
  await vi.waitFor(() => ada.addThought(thought, signal), { timeout: 10_000, interval: 500 });
});

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
  return { held: vi.waitUntil(() => first, { timeout: 10_000 }) };
}
