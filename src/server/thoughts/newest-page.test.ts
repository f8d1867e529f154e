import { expect, test, vi } from 'vitest';
import { newTextID } from '#shared/thought.ts';
import { openTestDatabase } from '#server/testing/temporary-folder.ts';
import { createChangeLog } from './change-log.ts';
import { createNewestPage, type Compressors } from './newest-page.ts';
import { createThoughtStore } from './thought-store.ts';

test('however many ask, the newest page is read once from one change to the next', async () => {
  const { list, newestPage, add } = setUp();
  const pages = Array.from({ length: 100 }, () => newestPage());
  expect(new Set(pages).size).toBe(1);
  expect(list).toHaveBeenCalledOnce();

  const textID = await add();
  expect(String(await newestPage()('identity'))).toContain(textID);
  newestPage();
  expect(list).toHaveBeenCalledTimes(2);
});

test('a page that could not be read again is given to nobody', async () => {
  const { list, newestPage, add } = setUp();
  newestPage();
  const textID = await add();
  list.mockImplementationOnce(() => {
    throw new Error('disk I/O error');
  });
  expect(newestPage).toThrow('disk I/O error');
  expect(String(await newestPage()('identity'))).toContain(textID);
});

test('a compression that failed is tried again', async () => {
  const br = vi.fn<Compressors['br']>(async (bytes) => bytes);
  const { newestPage } = setUp({ br, gzip: br, identity: br });
  br.mockRejectedValueOnce(new Error('out of memory'));
  await expect(newestPage()('br')).rejects.toThrow('out of memory');
  await newestPage()('br');
  await newestPage()('br');
  expect(br).toHaveBeenCalledTimes(2);
});

function setUp(compressors?: Compressors) {
  const database = openTestDatabase();
  const log = createChangeLog(database);
  const store = createThoughtStore(database, { position: log.position, now: Date.now });
  const list = vi.fn<typeof store.list>(store.list);
  const newestPage = createNewestPage({
    thoughts: { ...store, list },
    log,
    onCommit: database.onCommit,
    ...(compressors && { compressors }),
  });
  const add = async (): Promise<string> => {
    const textID = newTextID();
    await store.add({ textID, text: 'news', uID: 'ada', uName: 'Ada', uProfile: '' });
    return textID;
  };
  return { list, newestPage, add };
}
