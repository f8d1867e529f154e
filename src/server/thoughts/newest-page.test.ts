import { expect, test, vi } from 'vitest';
import { newTextID } from '#shared/thought.ts';
import { openTestDatabase } from '#server/testing/temporary-folder.ts';
import { createChangeLog } from './change-log.ts';
import { createNewestPage } from './newest-page.ts';
import { createThoughtStore } from './thought-store.ts';

test('however many ask, the newest page is read once from one change to the next', async () => {
  const database = openTestDatabase();
  const log = createChangeLog(database);
  const store = createThoughtStore(database, { position: log.position, now: Date.now });
  const list = vi.fn<typeof store.list>(store.list);
  const newestPage = createNewestPage({
    thoughts: { ...store, list },
    log,
    onCommit: database.onCommit,
  });
  const pages = Array.from({ length: 100 }, () => newestPage());
  expect(new Set(pages).size).toBe(1);
  expect(list).toHaveBeenCalledOnce();

  const thought = { textID: newTextID(), text: 'news', uID: 'ada', uName: 'Ada', uProfile: '' };
  await store.add(thought);
  expect(String(await newestPage().bytes('identity'))).toContain(thought.textID);
  newestPage();
  expect(list).toHaveBeenCalledTimes(2);
});
