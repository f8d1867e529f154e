import type { Thought, Typed } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import type { Base, Mark, Writes } from '#client/backend/backend.ts';

/** The place of a text in the add dialog; that of every other is its thought's id. */
export const NEW = 'new';

/** What a person writes, as its kind sees it. */
export interface Write extends Typed {
  uid: string;
  place: string;
  /** What it replaces; null if it replaces whatever is stored. */
  base: Base | null;
  /** When it was submitted, in ms. */
  at: number;
}

/** Everything specific to a kind of write, which must be safe to carry out twice, and late. */
export interface Kind {
  /** Whether it creates its thought: such writes are sent one after the other, as long as none has failed. */
  creates?: boolean;
  /** Whether it drops unacknowledged writes of the same thought. */
  overtakes?: boolean;
  send: (backend: Writes, write: Write, signal: AbortSignal) => Promise<Mark>;
  /** Whether a refusal means that an earlier copy arrived. */
  isDone?: (reason: unknown) => boolean;
  /**
   * Where its text waits once it is refused; null if it need not. `isLast` says whether nothing was
   * written over it.
   */
  returnsTo: (write: Write, reason: unknown, isLast: boolean) => string | null;
  /** What a list shows in place of its copy (undefined if none): the copy itself once that has the write. */
  show: (copy: Thought | undefined, write: Write, author: User) => Thought | undefined;
}
