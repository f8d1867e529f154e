import { problemCodeOf } from '#shared/problem.ts';
import { newThought, typedOf } from '#shared/thought.ts';
import { NEW, type Kind } from './kind.ts';

export const add: Kind = {
  creates: true,
  send: (backend, write, signal) =>
    backend.addThought({ author: write.uid, textID: write.place, ...typedOf(write) }, signal),
  // Nobody else uses the id: an earlier copy arrived, and was edited since.
  isDone: (reason) => problemCodeOf(reason) === 'conflict',
  // If the thought was added and then deleted, only text written since would be lost.
  returnsTo: (_write, reason, isLast) =>
    isLast && problemCodeOf(reason) === 'not-found' ? null : NEW,
  show: (thought, write, author) =>
    thought ?? newThought({ textID: write.place, at: write.at, ...typedOf(write) }, author),
};
