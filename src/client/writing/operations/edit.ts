import * as v from 'valibot';
import { TextID, type Thought } from '#shared/thought.ts';
import { Base } from '#client/writing/texts.ts';
import type { Kind } from './kind.ts';

const Edit = v.object({
  kind: v.literal('edit'),
  textID: TextID,
  text: v.string(),
  base: Base,
  at: v.number(),
});

export const edit: Kind<v.InferOutput<typeof Edit>> = {
  schema: Edit,
  send: (backend, { textID, text, base }, signal) =>
    backend.editThought({ textID, text, base }, signal),
  // With the version it will have, as the base of a later edit.
  show: (thought, { text, base }) => thought && { ...thought, text, version: base.version + 1 },
  isListed: (edits, copies) => {
    const last = edits.at(-1);
    // An old thought may be in one list's window but not in another's.
    const listed = copies.filter((copy) => copy !== undefined);
    // A list that still shows a replaced text is late.
    const isCurrent = ({ text, version }: Thought): boolean =>
      last === undefined ||
      version > last.base.version ||
      text === last.text ||
      !edits.some(({ base }) => base.text === text);
    return listed.length > 0 && listed.every(isCurrent);
  },
};
