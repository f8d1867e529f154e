import { Problem, problemCodeOf } from '#shared/problem.ts';
import { NEW, type Kind } from './kind.ts';

/** Late copies do no harm: each says which version it replaces. */
export const edit: Kind = {
  send: async (backend, { uid: author, place: textID, text, base }, signal) => {
    // An edit without a base would silently replace anything.
    if (base === null) throw new Problem('conflict');
    return backend.editThought({ author, textID, text, base }, signal);
  },
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
