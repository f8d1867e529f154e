import { problemCodeOf, type ProblemCode } from '#shared/problem.ts';
import { PATHS } from '#shared/wire.ts';
import type { Backend } from '#client/backend/backend.ts';
import type { Method, Send } from './request.ts';

type Writes = Pick<Backend, 'addThought' | 'editThought' | 'deleteThought'>;

/** Makes the three writes; `onProblem` learns of every expected failure. */
export function createWrites(
  send: Send,
  onProblem: (code: ProblemCode | undefined) => void,
): Writes {
  const write = async (
    [method, textID]: readonly [Method, string],
    signal: AbortSignal,
    body?: unknown,
  ): Promise<void> => {
    try {
      await send([method, `${PATHS.thoughts}/${textID}`], { body, signal });
    } catch (error) {
      onProblem(problemCodeOf(error));
      throw error;
    }
  };
  return {
    addThought: ({ textID, text }, signal) => write(['PUT', textID], signal, { text }),
    editThought: ({ textID, text, replaces }, signal) =>
      write(['PATCH', textID], signal, { text, replaces: replaces.version }),
    deleteThought: (textID, signal) => write(['DELETE', textID], signal),
  };
}
