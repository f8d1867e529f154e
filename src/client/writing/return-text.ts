import { problemCodeOf } from '#shared/problem.ts';
import type { Drafts } from './drafts.ts';
import type { Edits } from './edits.ts';
import type { Refusal } from './sender.ts';

/** Gives the text of a refused write back to where it was typed, so that nothing is lost. */
export function returnText(
  { operation, text, reason }: Refusal,
  { edits, drafts }: { edits: Edits; drafts: Drafts },
): void {
  // A thought that was deleted elsewhere takes what was written on it along.
  if (text === null || problemCodeOf(reason) === 'not-found') return;
  if (operation.kind === 'add') drafts.giveBack(text);
  else edits.giveBack(operation.textID, text);
}
