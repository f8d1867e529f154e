import * as v from 'valibot';
import type { BrowserStorage } from '#client/store/browser-storage.ts';
import { Operation } from './operation.ts';

/** The operations that are not accepted yet, kept through reloads and crashes, per person. */
export interface OutboxStorage {
  textIDs: () => string[];
  read: (textID: string) => Operation[];
  write: (textID: string, operations: readonly Operation[]) => void;
  /** Calls back when another tab changed what is kept for a thought. */
  onChange: (listener: (textID: string) => void) => () => void;
}

const Operations = v.pipe(v.string(), v.parseJson(), v.array(Operation));

/** Keeps one entry for each thought, so that tabs do not overwrite one another's. */
export function createOutboxStorage(storage: BrowserStorage, uid: string): OutboxStorage {
  const prefix = `thought-cloud:outbox:${uid}:`;
  return {
    textIDs: () =>
      storage
        .keys()
        .filter((key) => key.startsWith(prefix))
        .map((key) => key.slice(prefix.length)),
    read: (textID) => {
      const parsed = v.safeParse(Operations, storage.getItem(prefix + textID));
      return parsed.success ? parsed.output : [];
    },
    write: (textID, operations) => {
      if (operations.length === 0) storage.removeItem(prefix + textID);
      else storage.setItem(prefix + textID, JSON.stringify(operations));
    },
    onChange: (listener) => {
      const whenOurs = ({ key }: StorageEvent): void => {
        if (key?.startsWith(prefix)) listener(key.slice(prefix.length));
      };
      addEventListener('storage', whenOurs);
      return () => removeEventListener('storage', whenOurs);
    },
  };
}
