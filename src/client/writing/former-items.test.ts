import { expect, test } from 'vitest';
import { STORAGE_KEYS } from '#client/store/storage-keys.ts';
import { openBrowser } from '#tests/setup/browser-tabs.ts';
import { migrateFormerItems } from './former-items.ts';

test('what the version before has kept of a person is kept as now, and its keys go', () => {
  const base = { text: 'stored', version: 3 };
  const kept = { id: 'now', place: 'new', text: 'kept as now', base: null, at: 1, page: 'open' };
  const other = 'thought-cloud:draft:someone else:a';
  const former = {
    'thought-cloud:draft:u:a': { text: 'draft', at: 2, dialog: 'open', base: null },
    'thought-cloud:draft:u:b': { text: 'first', at: 1, dialog: null },
    'thought-cloud:edit:u:c': { text: 'edit', at: 3, dialog: null, textID: 'C', over: base },
    'thought-cloud:text:u:d': { text: 'text', at: 4, place: 'D', base, page: 'gone' },
    'thought-cloud:text:u:now': kept,
    'thought-cloud:draft:u:x': 'unreadable',
    'thought-cloud:operation:u:e': { kind: 'edit', textID: 'C', text: 'e', replaces: base, at: 5 },
    [other]: { text: 'theirs', at: 1 },
  };
  const items = new Map(Object.entries(former).map(([key, one]) => [key, JSON.stringify(one)]));
  items.set('thought-cloud:returned-edit:u:R', 'refused');
  migrateFormerItems(openBrowser(items)(), 'u');
  const now = Object.fromEntries([...items].map(([key, item]) => [key, JSON.parse(item)]));
  const at = STORAGE_KEYS.texts('u');
  expect(now).toEqual({
    [`${at}a`]: { id: 'a', place: 'new', text: 'draft', base: null, at: 2, page: null },
    [`${at}b`]: { id: 'b', place: 'new', text: 'first', base: null, at: 1, page: null },
    [`${at}c`]: { id: 'c', place: 'C', text: 'edit', base, at: 3, page: null },
    [`${at}d`]: { id: 'd', place: 'D', text: 'text', base, at: 4, page: null },
    [`${at}R`]: { id: 'R', place: 'R', text: 'refused', base: null, at: 0, page: null },
    [`${at}now`]: kept,
    'thought-cloud:draft:u:x': 'unreadable',
    'thought-cloud:operation:u:e': { kind: 'edit', textID: 'C', text: 'e', base, at: 5 },
    [other]: { text: 'theirs', at: 1 },
  });
});
