import type * as v from 'valibot';
import type { Thought } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import type { Writes } from '#client/backend/backend.ts';

/** A thought in a list: undefined if not there yet, null if removed. */
export type Shown = Thought | null | undefined;

/** Everything specific to a kind of write. */
export interface Kind<O> {
  schema: v.GenericSchema<unknown, O>;
  /** Whether it creates its thought: such writes are sent one after the other. */
  creates?: boolean;
  send(backend: Writes, operation: O, signal: AbortSignal): Promise<void>;
  /** Whether a refusal means that an earlier copy arrived. */
  isDone?(reason: unknown): boolean;
  /** Whether it drops unacknowledged writes of the same thought. */
  overtakes?: boolean;
  show(thought: Shown, operation: O, author: User): Shown;
  /**
   * Whether each list's copy (undefined if it has none) shows the acknowledged operations of this kind
   * on a thought. A kind without this function is kept for the page's life.
   */
  isListed?(acknowledged: readonly O[], copies: readonly (Thought | undefined)[]): boolean;
}
