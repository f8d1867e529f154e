import * as v from 'valibot';
import { TextID } from '#shared/thought.ts';
import type { Kind } from './kind.ts';

const Delete = v.object({ kind: v.literal('delete'), textID: TextID, at: v.number() });

/** It hides its thought as long as the page lives: nothing brings a deleted thought back. */
export const remove: Kind<v.InferOutput<typeof Delete>> = {
  schema: Delete,
  send: (backend, { textID }, signal) => backend.deleteThought(textID, signal),
  // Earlier unsent writes need not be sent, nor be seen by others.
  overtakes: true,
  show: () => null,
};
