import { PATHS } from '#shared/wire.ts';
import type { Backend } from '#client/backend/backend.ts';
import type { Method, Send } from './request.ts';

type Writes = Pick<Backend, 'addThought' | 'editThought' | 'deleteThought'>;

/** Makes the three writes; `onFailure` gets the error of each that failed. */
export function createWrites(send: Send, onFailure: (error: unknown) => void): Writes {
  const write = async (
    [method, textID]: readonly [Method, string],
    signal: AbortSignal,
    body?: unknown,
  ): Promise<void> => {
    try {
      await send([method, `${PATHS.thoughts}/${textID}`], { body, signal });
    } catch (error) {
      onFailure(error);
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
