import { brotliDecompressSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { newId } from '#shared/id.ts';
import { SAMPLE_USER } from '#tests/setup/samples.ts';
import { createGate } from '#tests/server/gate.ts';
import { openTestDatabase } from '#tests/server/test-board.ts';
import { createNewestPage } from './newest-page.ts';
import { createThoughtStore } from './thought-store.ts';

test('a request after a commit during the read gets a page with that commit, also in Brotli', async () => {
  const { store, list, newestPage, add } = await setUp();
  const gate = createGate();
  list.mockImplementationOnce(async (request) => {
    const page = await store.list(request);
    await gate.pass();
    return page;
  });
  const early = newestPage();
  await gate.reached;
  const textID = await add();
  const late = await newestPage();
  expect(String(late.identity)).toContain(textID);
  expect(brotliDecompressSync(late.br ?? '')).toEqual(late.identity);
  gate.open();
  expect(String((await early).identity)).not.toContain(textID);
  expect(await newestPage()).toBe(late);
  const next = await add();
  expect(String((await newestPage()).identity)).toContain(next);
});

async function setUp() {
  const database = await openTestDatabase();
  const store = createThoughtStore(database);
  const list = vi.fn<typeof store.list>(store.list);
  const newestPage = createNewestPage({ list }, database.events);
  const add = async (): Promise<string> => {
    const textID = newId();
    await store.add({ textID, text: 'news' }, SAMPLE_USER);
    return textID;
  };
  return { store, list, newestPage, add };
}
