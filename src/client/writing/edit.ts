import { Problem, problemCodeOf } from '#shared/problem.ts';
import type { Thought } from '#shared/thought.ts';
import type { Base } from '#client/backend/backend.ts';
import { NEW, type Item, type Kind } from './kind.ts';

/** Late copies do no harm: each says which version it replaces. */
export const edit: Kind = {
  send: (backend, item, signal) =>
    backend.editThought({ textID: item.place, text: item.text, base: baseOf(item) }, signal),
  // Without its thought a text has no card.
  returnsTo: ({ place }, reason) => (problemCodeOf(reason) === 'not-found' ? NEW : place),
  // The thought shows with the version that it will have, as the base of a later edit.
  show: (thought, { text, base }) =>
    thought && { ...thought, text, version: (base?.version ?? thought.version) + 1 },
  isListed: (items, copies) => {
    const last = items.at(-1);
    // An old thought may be in one list's window but not in another's.
    const listed = copies.filter((copy) => copy !== undefined);
    // A list that still shows a replaced text is late.
    const isCurrent = ({ text, version }: Thought): boolean =>
      last === undefined ||
      version > (last.base?.version ?? 0) ||
      text === last.text ||
      !items.some(({ base }) => base?.text === text);
    return listed.length > 0 && listed.every(isCurrent);
  },
};

/** The base of an edit; one without would silently replace anything. */
function baseOf({ base }: Item): Base {
  if (base === null) throw new Problem('conflict');
  return base;
}
