import { Problem, problemCodeOf } from '#shared/problem.ts';
import type { Base } from '#client/backend/backend.ts';
import { NEW, type Item, type Kind } from './kind.ts';

/** Late copies do no harm: each says which version it replaces. */
export const edit: Kind = {
  send: (backend, item, signal) =>
    backend.editThought({ textID: item.place, text: item.text, base: baseOf(item) }, signal),
  // Without its thought a text has no card.
  returnsTo: ({ place }, reason) => (problemCodeOf(reason) === 'not-found' ? NEW : place),
  show: (thought, { text, base }) => {
    if (!thought || !base) return thought;
    // Firestore counts no versions: only the text tells there that the base is replaced.
    const isReplaced = thought.text !== base.text || thought.version > base.version;
    // The version that it will have is the base of a later edit.
    return isReplaced ? thought : { ...thought, text, version: base.version + 1 };
  },
};

/** The base of an edit; one without would silently replace anything. */
function baseOf({ base }: Item): Base {
  if (base === null) throw new Problem('conflict');
  return base;
}
