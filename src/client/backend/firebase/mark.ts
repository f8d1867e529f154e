import { UNKNOWN_MARK, type Mark } from '#client/backend/backend.ts';
import type { Thought } from '#shared/thought.ts';

/** What a write has stored: Firestore numbers no changes, so that only what it did can be looked for in a list. */
interface Stored {
  kind: 'add' | 'edit' | 'delete';
  textID: string;
  text: string;
}

export function markOf({ kind, textID, text }: Stored): Mark {
  return JSON.stringify({ kind, textID, text });
}

/** Whether a list shows what a write has stored; an edited thought may lie beyond it. */
export function isListed(mark: Mark, thoughts: readonly Thought[]): boolean {
  if (mark === UNKNOWN_MARK) return false;
  // Marks come from `markOf`, on this page or another one.
  const { kind, textID, text }: Stored = JSON.parse(mark);
  const listed = thoughts.find((thought) => thought.textID === textID);
  if (kind === 'edit') return listed === undefined || listed.text === text;
  return (listed === undefined) === (kind === 'delete');
}
