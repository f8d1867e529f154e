import * as v from 'valibot';
import { newId } from '#shared/id.ts';
import { Timestamp } from '#shared/thought.ts';
import type { BrowserStorage } from '#client/store/browser-storage.ts';
import { Replaced } from './operation.ts';

const StoredDraft = v.object({
  text: v.string(),
  /** When it was begun, in ms. */
  at: v.number(),
  /** The open dialog, or the card in edit mode, that it is written in; null while it waits for one. */
  dialog: v.nullable(v.string()),
  /** The card that it is typed into; none for a new thought. */
  textID: v.optional(v.string()),
  /** When that card's thought was created; what an earlier version has kept does not say it. */
  createdAt: v.optional(Timestamp),
  /** What stood on the card when the typing began; null when it goes over whatever stands there. */
  over: v.optional(v.nullable(Replaced), null),
});

/** One text that is not added or saved yet. */
export interface Draft extends v.InferOutput<typeof StoredDraft> {
  id: string;
}

/** Where a draft is typed. */
export type DraftPlace = Pick<Draft, 'textID' | 'createdAt' | 'over'>;

/** A person's drafts in a storage that their tabs share. */
export interface DraftStorage {
  /** All of them, the oldest first. */
  read: () => Draft[];
  find: (id: string) => Draft | null;
  write: (draft: Draft) => void;
  /** Has a text wait after all that are there, unless the same one does; under a new id, if none is given. */
  append: (text: string, id?: string) => void;
  remove: (id: string) => void;
  /** Calls back when another tab changed something; returns the function that stops it. */
  onChange: (listener: () => void) => () => void;
}

/** Keeps each draft under a key of its own, so that tabs do not overwrite one another's. */
export function createDraftStorage(storage: BrowserStorage, prefix: string): DraftStorage {
  const find = (id: string): Draft | null => {
    const stored = v.safeParse(
      v.pipe(v.string(), v.parseJson(), StoredDraft),
      storage.getItem(prefix + id),
    );
    return stored.success ? { id, ...stored.output } : null;
  };
  const read = (): Draft[] =>
    storage
      .keys()
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => find(key.slice(prefix.length)) ?? [])
      .toSorted((a, b) => a.at - b.at);
  const write = ({ id, ...draft }: Draft): void =>
    storage.setItem(prefix + id, JSON.stringify(draft));
  return {
    read,
    find,
    write,
    append: (text, id = newId()) => {
      const known = read();
      if (known.some((draft) => draft.dialog === null && draft.text === text)) return;
      // Many may come back in the same millisecond.
      const at = Math.max(Date.now(), ...known.map((draft) => draft.at + 1));
      write({ id, text, at, dialog: null, over: null });
    },
    remove: (id) => storage.removeItem(prefix + id),
    onChange: (listener) => storage.onChange(prefix, listener),
  };
}
