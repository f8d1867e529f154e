import { serverTimestamp, type Firestore, type Transaction } from 'firebase/firestore/lite';
import { Problem } from '#shared/problem.ts';
import type { Thought } from '#shared/thought.ts';
import type { Edit } from '#client/backend/backend.ts';
import { thoughtAt, thoughtOf, tombstoneAt } from './thought-document.ts';

export type Author = Pick<Thought, 'uID' | 'uName' | 'uProfile'>;

/** Reads the documents a write depends on, and returns what to write once it may go on. */
export type Write = (transaction: Transaction) => Promise<() => void>;

const NOTHING = (): void => {};

/** Adds a thought, unless the very same is there; throws `conflict` where another one is. */
export function prepareAdd(
  firestore: Firestore,
  { textID, text, author }: Pick<Thought, 'textID' | 'text'> & { author: Author },
): Write {
  const document = thoughtAt(firestore, textID);
  return async (transaction) => {
    const stored = await transaction.get(document);
    if (!stored.exists()) {
      const fields = { ...author, text, createdAt: serverTimestamp() };
      return () => void transaction.set(document, fields);
    }
    const thought = thoughtOf(stored);
    if (thought?.uID !== author.uID || thought.text !== text) throw new Problem('conflict');
    return NOTHING;
  };
}

/** Edits a thought of `uid`'s; throws `not-found`, or `conflict` where something newer stands. */
export function prepareEdit(firestore: Firestore, uid: string, edit: Edit): Write {
  const document = thoughtAt(firestore, edit.textID);
  return async (transaction) => {
    const stored = await transaction.get(document);
    const thought = stored.exists() ? thoughtOf(stored) : null;
    if (thought?.uID !== uid) throw new Problem('not-found');
    if (thought.text === edit.text) return NOTHING;
    if (thought.text !== edit.replaces.text) throw new Problem('conflict');
    return () => void transaction.update(document, { text: edit.text });
  };
}

/** Deletes a thought of `uid`'s for good, also before it arrives; throws `not-found` at another's. */
export function prepareDelete(firestore: Firestore, uid: string, textID: string): Write {
  const document = thoughtAt(firestore, textID);
  return async (transaction) => {
    const stored = await transaction.get(document);
    if (stored.exists() && stored.get('uID') !== uid) throw new Problem('not-found');
    return () => {
      if (stored.exists()) transaction.delete(document);
      transaction.set(tombstoneAt(firestore, textID), { uID: uid, deletedAt: serverTimestamp() });
    };
  };
}
