import {
  collection,
  doc,
  type CollectionReference,
  type DocumentReference,
  type DocumentSnapshot,
  type Firestore,
} from 'firebase/firestore';
import * as v from 'valibot';
import { COLLECTION, Thought, TOMBSTONES } from '#shared/thought.ts';

/** Where the thoughts are. */
export function thoughtsIn(firestore: Firestore): CollectionReference {
  return collection(firestore, COLLECTION);
}

/** Where the thought of an id is, or would be. */
export function thoughtAt(firestore: Firestore, textID: string): DocumentReference {
  return doc(firestore, COLLECTION, textID);
}

/** Where it stands that an id was deleted. */
export function tombstoneAt(firestore: Firestore, textID: string): DocumentReference {
  return doc(firestore, TOMBSTONES, textID);
}

/** The thought in a document; null, and a line in the log, when the document holds none. */
export function thoughtOf(document: DocumentSnapshot): Thought | null {
  const fields = document.data({ serverTimestamps: 'estimate' });
  const parsed = v.safeParse(Thought, { ...fields, textID: document.id, version: 1 });
  if (parsed.success) return parsed.output;
  // The rules let no such document in, but the console and the Admin SDK are above the rules.
  console.error(`Document ${document.ref.path} is not a thought`, v.flatten(parsed.issues).nested);
  return null;
}
