import * as v from 'valibot';
import { TextID, type Thought } from '#shared/thought.ts';
import { NEW, Replaced } from '#client/writing/texts.ts';
import type { Kind } from './kind.ts';

const Edit = v.object({
  kind: v.literal('edit'),
  textID: TextID,
  text: v.string(),
  replaces: Replaced,
  at: v.number(),
});

export const edit: Kind<v.InferOutput<typeof Edit>> = {
  schema: Edit,
  send: (backend, { textID, text, replaces }, signal) =>
    backend.editThought({ textID, text, replaces }, signal),
  absorb: ({ replaces }, operation) => ({ ...operation, replaces }),
  // The version it will have, so that a later edit says what it replaces.
  show: (thought, { text, replaces }) =>
    thought && { ...thought, text, version: replaces.version + 1 },
  isListed: (edits, copies) => {
    const last = edits.at(-1);
    // An old thought may be within one list's window and beyond another's.
    const listed = copies.filter((copy) => copy !== undefined);
    // A list that shows a text which one of them has replaced is late.
    const isCurrent = ({ text, version }: Thought): boolean =>
      last === undefined ||
      version > last.replaces.version ||
      text === last.text ||
      !edits.some(({ replaces }) => replaces.text === text);
    return listed.length > 0 && listed.every(isCurrent);
  },
  // Of a thought that was deleted there is no card any more.
  returnTo: ({ textID }, _text, isGone) => (isGone ? NEW : textID),
};
