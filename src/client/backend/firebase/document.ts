import { collection, type CollectionReference, type Firestore } from 'firebase/firestore';
import * as lite from 'firebase/firestore/lite';
import * as v from 'valibot';
import { COLLECTION, Thought, TOMBSTONES } from '#shared/thought.ts';

/** Where the thoughts are. */
export function thoughtsIn(firestore: Firestore): CollectionReference {
  return collection(firestore, COLLECTION);
}

/** Where the thought of an id is, or would be. */
export function thoughtAt(firestore: lite.Firestore, textID: string): lite.DocumentReference {
  return lite.doc(firestore, COLLECTION, textID);
}

/** Where it stands that an id was deleted. */
export function tombstoneAt(firestore: lite.Firestore, textID: string): lite.DocumentReference {
  return lite.doc(firestore, TOMBSTONES, textID);
}

/** A stored document, as either of the two clients reads it. */
type StoredDocument = Pick<lite.DocumentSnapshot, 'id' | 'data'>;

/** The thought in a document; null, and a line in the log, when the document holds none. */
export function thoughtOf(document: StoredDocument): Thought | null {
  const fields = document.data();
  const parsed = v.safeParse(Thought, { ...fields, textID: document.id, version: 1 });
  if (parsed.success) return parsed.output;
  // The rules let no such document in, but the console and the Admin SDK are above the rules.
  console.error(
    `Document ${COLLECTION}/${document.id} is not a thought`,
    v.flatten(parsed.issues).nested,
  );
  return null;
}
