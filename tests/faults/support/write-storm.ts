import { newTextID } from '#shared/thought.ts';
import { PATHS } from '#shared/wire.ts';
import type { Visitor } from '#server/testing/sign-in.ts';

const WRITERS = 8;

/** The ids, which are the texts too, of all that were sent, and of those acknowledged. */
export interface Written {
  sent: Set<string>;
  acknowledged: Set<string>;
}

/** Many adds at once, one after the other by each writer, until the server is gone. */
export interface Storm {
  /** Resolves once that many thoughts have been acknowledged in all. */
  reaches: (count: number) => Promise<void>;
  /** Resolves when no writer is left; rejects when one was refused. */
  ended: Promise<unknown>;
}

/**
 * Starts a storm of one person, who notes what was written. One with a signal can be ended, and
 * also ends when the server is there and its database is gone.
 */
export function startStorm(
  visitor: Visitor,
  { sent, acknowledged }: Written,
  until?: AbortSignal,
): Storm {
  let notice: (() => void) | undefined;
  const isOver = (): boolean => until?.aborted === true;
  const writeUntilGone = async (): Promise<void> => {
    while (!isOver()) {
      const textID = newTextID();
      sent.add(textID);
      const path = `${PATHS.thoughts}/${textID}`;
      const answer = await visitor.sendJSON('PUT', path, { text: textID }).catch(() => null);
      if (answer === null || (until !== undefined && answer.status === 503)) return;
      if (answer.status !== 204) throw new Error(`The server answered ${answer.status}.`);
      acknowledged.add(textID);
      notice?.();
    }
  };
  const ended = Promise.all(Array.from({ length: WRITERS }, writeUntilGone));
  return {
    ended,
    reaches: async (count) => {
      const reached = Promise.withResolvers<void>();
      notice = () => {
        if (acknowledged.size >= count) reached.resolve();
      };
      // A storm that ends never gets there.
      await Promise.race([reached.promise, ended]);
    },
  };
}
