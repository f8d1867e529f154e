import { newId } from '#shared/id.ts';
import type { Thought, Typed } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';

/** Everyone's thoughts, or the signed-in person's own; both newest first. */
export type LiveQueryName = 'feed' | 'own';

/** The loaded part of a live query. */
export interface ThoughtWindow {
  /** Newest first. A thought that did not change is the same object as in the window before. */
  thoughts: readonly Thought[];
  more: boolean;
  /** Whether a result was read, or single documents were added, changed or removed. */
  source: 'read' | 'change';
}

export interface WindowListener {
  onWindow: (window: ThoughtWindow) => void;
  /** `hasPassed` may have changed, with or without the window. */
  onProgress: () => void;
  /** Whether changes arrive as they happen; while not, the adapter keeps trying. False at first. */
  onLive: (isLive: boolean) => void;
}

/** A running query: its window is delivered, and follows every change, until it is closed. */
export interface LiveQuery {
  /** Requests an older page, which arrives in a larger window. Does nothing while one is loading. */
  grow: () => void;
  /** Whether the delivered window has what was written up to this mark, on any page. */
  hasPassed: (mark: Mark) => boolean;
  close: () => void;
}

/** Where a stored write stands among all changes; to be compared by `LiveQuery.hasPassed` alone, also later. */
export type Mark = string;

/**
 * The mark of a write whose answer was lost, each its own: a list has passed it once it has all that the backend had
 * when that was first asked.
 */
export function unknownMark(): Mark {
  return `?${newId()}`;
}

/** Also of an entry without a mark. */
export function isUnknown(mark: Mark): boolean {
  return mark === '' || mark.startsWith('?');
}

/** The text and version that an edit replaces. */
export type Base = Pick<Thought, 'text' | 'version'>;

/** The uid of the person who wrote something: while anybody else is signed in, it is refused with `signed-out`. */
export interface Authored {
  author: string;
}

export type Add = Authored & Typed & Pick<Thought, 'textID'>;

export type Edit = Authored & Pick<Thought, 'textID' | 'text'> & { base: Base };

export type Delete = Authored & Pick<Thought, 'textID'>;

/**
 * The interface between the client and its backend. Writes resolve once the backend has stored them, with
 * their mark; refusals reject with a `Problem`. Writes are idempotent: a repeat changes nothing, from
 * any tab and however late. An aborted write rejects with the signal's reason, and may have been
 * carried out. Writes and a sign-out name their author, and are refused with `signed-out` while anybody else
 * is signed in: a write may be sent when its author has left.
 */
export interface Backend {
  /**
   * Calls back with the signed-in person or null, once known and when it changes, as long as the page
   * lives; the caller then closes the queries of the person before. A new name or photo of the same person
   * may only arrive with the next page.
   */
  onAuthState: (listener: (user: User | null) => void) => void;
  /** Starts signing in with Google; may leave the page. Rejects when it failed. */
  signIn: () => Promise<void>;
  /** Ends this person's session for every tab of this browser; does nothing if nobody is signed in. */
  signOut: (author: string) => Promise<void>;
  /**
   * Adds a thought under an id that the caller picked. A repeat with the same text succeeds; an add of
   * a thought that its author has since deleted is refused with `not-found`.
   */
  addThought: (add: Add, signal: AbortSignal) => Promise<Mark>;
  /**
   * Replaces the text of an own thought. It succeeds if the text is already there, and is refused with
   * `conflict` if the stored text is not its base, or with `not-found` if there is no such thought.
   */
  editThought: (edit: Edit, signal: AbortSignal) => Promise<Mark>;
  /** Deletes an own thought for good; a missing one counts as deleted. */
  deleteThought: (deletion: Delete, signal: AbortSignal) => Promise<Mark>;
  /** Watches the newest `size` thoughts of a query; needs a signed-in person. */
  watch: (query: LiveQueryName, size: number, listener: WindowListener) => LiveQuery;
}

export type Writes = Pick<Backend, 'addThought' | 'editThought' | 'deleteThought'>;
