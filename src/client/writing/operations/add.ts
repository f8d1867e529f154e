import * as v from 'valibot';
import { problemCodeOf } from '#shared/problem.ts';
import { newThought, TextID } from '#shared/thought.ts';
import type { Kind } from './kind.ts';

const Add = v.object({
  kind: v.literal('add'),
  textID: TextID,
  text: v.string(),
  at: v.number(),
});

export const add: Kind<v.InferOutput<typeof Add>> = {
  schema: Add,
  creates: true,
  send: (backend, { textID, text }, signal) => backend.addThought({ textID, text }, signal),
  // Nobody else uses the id: an earlier copy arrived, and was edited since.
  isDone: (reason) => problemCodeOf(reason) === 'conflict',
  show: (thought, operation, author) =>
    thought === undefined ? newThought(operation, author) : thought,
  isListed: (_adds, copies) => copies.every((copy) => copy !== undefined),
};
