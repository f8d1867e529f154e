import { problemCodeOf } from '#shared/problem.ts';
import type { CardEdit } from './card-edit.ts';
import { operationKey } from './operation.ts';
import type { Refusal } from './sender.ts';
import { NEW, type Texts } from './texts.ts';

/**
 * Gives the text of a refused write back to where it was typed, so that nothing is lost; that of an edit
 * whose thought was deleted elsewhere has no card any more, and waits for the add dialog.
 */
export function returnText(
  { operation, text, reason }: Refusal,
  { cardEdit, texts }: { cardEdit: Pick<CardEdit, 'returnText'>; texts: Pick<Texts, 'put'> },
): void {
  if (text === null) return;
  const id = operationKey(operation);
  const isDeleted = problemCodeOf(reason) === 'not-found';
  // It was added before it was deleted: only what was typed on since would be lost.
  if (isDeleted && operation.kind === 'add' && operation.text === text) return;
  if (isDeleted || operation.kind === 'add') texts.put({ id, place: NEW, text, over: null });
  else cardEdit.returnText({ id, place: operation.textID, text });
}
