import type { Kind } from './kind.ts';

/** Late copies do no harm: a deleted thought's id is never used again. */
export const remove: Kind = {
  // Earlier unsent writes of the thought need not be sent, nor be seen by others.
  overtakes: true,
  send: (backend, { uid: author, place: textID }, signal) =>
    backend.deleteThought({ author, textID }, signal),
  returnsTo: () => null,
  show: () => undefined,
};
