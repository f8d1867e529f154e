import { problemCodeOf } from '#shared/problem.ts';
import type { Drafts } from './drafts.ts';
import type { Edits } from './edits.ts';
import type { Refusal } from './sender.ts';

/**
 * Gives the text of a refused write back to where it was typed, so that nothing is lost; that of an edit
 * whose thought was deleted elsewhere has no card any more, and waits for the add dialog.
 */
export function returnText(
  { operation, text, reason }: Refusal,
  { edits, drafts }: { edits: Edits; drafts: Drafts },
): void {
  if (text === null) return;
  const isDeleted = problemCodeOf(reason) === 'not-found';
  // It was added before it was deleted: nothing is lost.
  if (isDeleted && operation.kind === 'add') return;
  if (isDeleted || operation.kind === 'add') drafts.returnText(text);
  else edits.returnText(operation.textID, text);
}
