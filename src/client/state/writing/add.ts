import { problemCodeOf } from '#shared/problem.ts';
import { newThought } from '#shared/thought.ts';
import { NEW, type Kind } from './kind.ts';

export const add: Kind = {
  creates: true,
  send: (backend, { uid: author, place: textID, text }, signal) =>
    backend.addThought({ author, textID, text }, signal),
  // Nobody else uses the id: an earlier copy arrived, and was edited since.
  isDone: (reason) => problemCodeOf(reason) === 'conflict',
  // If the thought was added and then deleted, only text written since would be lost.
  returnsTo: (_write, reason, isLast) =>
    isLast && problemCodeOf(reason) === 'not-found' ? null : NEW,
  show: (thought, { place: textID, text, at }, author) =>
    thought ?? newThought({ textID, text, at }, author),
};
