import type { Thought } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import type { Mark, Writes } from '#client/backend/backend.ts';
import type { Entry } from './entry.ts';

/** Everything specific to a kind of write, which must be safe to carry out twice, and late. */
export interface Kind {
  /** Whether it creates its thought: such writes are sent one after the other, as long as none has failed. */
  creates?: boolean;
  /** Whether it drops unacknowledged writes of the same thought. */
  overtakes?: boolean;
  send: (backend: Writes, entry: Entry, signal: AbortSignal) => Promise<Mark>;
  /** Whether a refusal means that an earlier copy arrived. */
  isDone?: (reason: unknown) => boolean;
  /**
   * Where its text waits once it is refused; null if it need not. `isLast` says whether nothing was
   * written over it.
   */
  returnsTo: (entry: Entry, reason: unknown, isLast: boolean) => string | null;
  /** What a list shows in place of its copy (undefined if none): the copy itself once that has the write. */
  show: (copy: Thought | undefined, entry: Entry, author: User) => Thought | undefined;
}
