import type { DocumentSnapshot } from 'firebase/firestore/lite';
import * as v from 'valibot';
import { COLLECTION, Thought } from '#shared/thought.ts';

/** The thought in a document, or null with a line in the console. */
export function thoughtOf(document: Pick<DocumentSnapshot, 'id' | 'data'>): Thought | null {
  const fields = document.data();
  // Other programs write null, or nothing, for a person without a name or a photo.
  const [uName, uProfile] = [fields?.['uName'] ?? '', fields?.['uProfile'] ?? ''];
  const parsed = v.safeParse(Thought, {
    ...fields,
    uName,
    uProfile,
    textID: document.id,
    version: 1,
  });
  if (parsed.success) return parsed.output;
  // The rules let no such document in, but the console and the Admin SDK bypass the rules.
  console.error(
    `Document ${COLLECTION}/${document.id} is not a thought`,
    v.flatten(parsed.issues).nested,
  );
  return null;
}
