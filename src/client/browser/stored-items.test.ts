import * as v from 'valibot';
import { expect, test } from 'vitest';
import { storageOver } from '#tests/client/browser.ts';
import { openStorage } from './storage.ts';
import { openCollection } from './stored-items.ts';

test('an entry that another version of the board has kept is ignored', () => {
  const items = new Map(Object.entries({ 'list:a': '["a"]', 'list:b': '"b"' }));
  const storage = openStorage(() => storageOver(items), new EventTarget());
  expect(openCollection(storage, 'list:', v.string()).read()).toEqual(['b']);
});
