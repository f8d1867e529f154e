import type * as v from 'valibot';
import type { Thought } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import type { Writes } from '#client/backend/backend.ts';

/** A thought in a list: undefined when it is not there yet, null when it is gone. */
export type Shown = Thought | null | undefined;

/** All that is peculiar to a kind of write. */
export interface Kind<O> {
  schema: v.GenericSchema<unknown, O>;
  /** Whether all of this kind are sent one after the other, whatever thoughts they are about. */
  isOrdered?: boolean;
  send(backend: Writes, operation: O, signal: AbortSignal): Promise<void>;
  /** Whether a refusal means that an earlier copy has arrived. */
  isDone?(reason: unknown): boolean;
  /** Whether what is not acknowledged yet for the same thought need not be sent any more. */
  overtakes?: boolean;
  /** What this makes of a thought. */
  show(thought: Shown, operation: O, author: User): Shown;
  /**
   * Whether each list's copy, undefined where it has none, shows what was acknowledged of this kind
   * for a thought. What has no such function is never let go.
   */
  isListed?(acknowledged: readonly O[], copies: readonly (Thought | undefined)[]): boolean;
  /** The place where a refused text waits, null for nowhere; `isGone` when its thought was deleted. */
  returnTo(operation: O, text: string, isGone: boolean): string | null;
}
