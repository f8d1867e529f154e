import type { DocumentSnapshot } from 'firebase/firestore/lite';
import * as v from 'valibot';
import { COLLECTION, Thought } from '#shared/thought.ts';

export function thoughtOf(document: Pick<DocumentSnapshot, 'id' | 'data'>): Thought | null {
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
