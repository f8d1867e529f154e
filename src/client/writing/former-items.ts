import * as v from 'valibot';
import { parseItem, type BrowserStorage } from '#client/store/browser-storage.ts';
import { STORAGE_KEYS } from '#client/store/storage-keys.ts';
import { Base, NEW } from './texts.ts';

const KEY = /^thought-cloud:(draft|edit|returned-edit|text|operation):(.+):(.+)$/u;

const FormerText = v.object({
  id: v.optional(v.string()),
  text: v.string(),
  at: v.number(),
  textID: v.optional(v.string(), NEW),
  place: v.optional(v.string()),
  base: v.optional(v.nullable(Base), null),
});

/** Migrates texts and writes that the previous version stored; to be removed with the next version. */
export function migrateFormerItems(storage: BrowserStorage, uid: string): void {
  for (const key of storage.keys()) {
    const [, kind, owner, id = ''] = KEY.exec(key) ?? [];
    // The base was called otherwise.
    const item = storage.getItem(key)?.replace(/"(?:over|replaces)":/u, '"base":');
    if (owner !== uid || item === undefined) continue;
    if (kind === 'operation') storage.setItem(key, item);
    else {
      const whole = kind === 'returned-edit' ? { text: item, at: 0, textID: id } : null;
      const former = parseItem(FormerText, whole ? JSON.stringify(whole) : item);
      if (former === null || former.id !== undefined) continue;
      const { textID, place = textID, ...text } = former;
      // First, because a full storage has no room for two copies.
      storage.removeItem(key);
      const renewed = JSON.stringify({ ...text, id, place, page: null });
      storage.setItem(STORAGE_KEYS.texts(uid) + id, renewed);
    }
  }
}
