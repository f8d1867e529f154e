import * as v from 'valibot';
import { TextID } from '#shared/thought.ts';
import { NEW } from '#client/writing/texts.ts';
import type { Kind } from './kind.ts';

const Delete = v.object({ kind: v.literal('delete'), textID: TextID, at: v.number() });

/** Nothing brings a deleted thought back, so it hides its thought as long as the page lives. */
export const remove: Kind<v.InferOutput<typeof Delete>> = {
  schema: Delete,
  send: (backend, { textID }, signal) => backend.deleteThought(textID, signal),
  // What a delete overtakes need not be sent any more, least of all be seen by others.
  overtakes: true,
  show: () => null,
  // An edit of another tab may stand on it.
  returnTo: ({ textID }, _text, isGone) => (isGone ? NEW : textID),
};
