import * as v from 'valibot';
import type { BrowserStorage } from '#client/store/browser-storage.ts';
import { STORAGE_KEYS } from '#client/store/storage-keys.ts';

const FormerText = v.object({
  text: v.string(),
  at: v.number(),
  textID: v.optional(v.string(), 'new'),
  over: v.optional(v.nullable(v.object({ text: v.string(), version: v.number() })), null),
});

/** Has what the version before this one kept wait like any other text. Goes with the next version. */
export function moveFormerTexts(
  storage: BrowserStorage,
  uid: string,
  write: (id: string, text: unknown) => void,
): void {
  const { formerDrafts, formerEdits, formerReturned } = STORAGE_KEYS;
  const returned = formerReturned(uid);
  for (const prefix of [formerDrafts(uid), formerEdits(uid), returned]) {
    for (const key of storage.keys().filter((one) => one.startsWith(prefix))) {
      const [item, id] = [storage.getItem(key) ?? '', key.slice(prefix.length)];
      const kept = prefix === returned ? { text: item, at: 0, textID: id } : parse(item);
      const former = v.safeParse(FormerText, kept);
      if (!former.success) continue;
      const { textID: place, ...rest } = former.output;
      // First, because a full storage has room for one copy only.
      storage.removeItem(key);
      write(id, { place, ...rest, page: null });
    }
  }
}

function parse(item: string): unknown {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson()), item);
  return parsed.success ? parsed.output : null;
}
