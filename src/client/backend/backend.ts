import type { Thought } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';

/** Stops the calls back of what returned it. */
export type Unsubscribe = () => void;

/** Everyone's thoughts, or the signed-in person's own; both newest first. */
export type LiveQueryName = 'feed' | 'own';

/** The loaded part of a live query, as it stands. */
export interface ThoughtWindow {
  /** Newest first. A thought that did not change is the same object as in the window before. */
  thoughts: readonly Thought[];
  /** Whether there are older ones. */
  more: boolean;
  /** Whether a result was read, or single documents were added, changed or removed. */
  source: 'read' | 'change';
}

/** Receives what a live query shows. */
export interface WindowListener {
  onWindow: (window: ThoughtWindow) => void;
  /** Whether changes arrive as they happen; while not, the adapter keeps trying. First false. */
  onLive: (isLive: boolean) => void;
}

/** A running query: its window is delivered, and follows every change, until it is closed. */
export interface LiveQuery {
  /** Asks for an older page; it comes in a larger window. Does nothing while one is under way. */
  grow: () => void;
  /** Ends it: its listener is not called any more. */
  close: Unsubscribe;
}

/** What stood on a thought when its writer began. */
export type Base = Pick<Thought, 'text' | 'version'>;

/** A new text for a thought, and its base. */
export interface Edit {
  textID: string;
  text: string;
  base: Base;
}

/**
 * The port: all that the client asks of the world. Writes settle once the backend has accepted or
 * refused them; refusals reject with a `Problem`. Writes are idempotent: a copy changes nothing, from
 * any tab and however late. One whose signal is aborted rejects with its reason, and may have been
 * carried out.
 */
export interface Backend {
  /**
   * Calls back with the signed-in person or null, first when known, then when it is somebody else: a
   * new name or photo of the same person may come only with the next page. For as long as the page.
   */
  onAuthState: (listener: (user: User | null) => void) => void;
  /** Starts signing in with Google; may leave the page. Rejects when it failed. */
  signIn: () => Promise<void>;
  /** Ends the session for every tab of this browser. */
  signOut: () => Promise<void>;
  /**
   * Adds a thought under an id of the caller's choice. A repeat with the same text succeeds; one of
   * a thought that its author has deleted since is refused with `not-found`: it stays deleted.
   */
  addThought: (thought: Pick<Thought, 'textID' | 'text'>, signal: AbortSignal) => Promise<void>;
  /**
   * Replaces the text of an own thought. Where that text stands already it succeeds; where another
   * one than its base does, it is refused with `conflict`; where none is, with `not-found`.
   */
  editThought: (edit: Edit, signal: AbortSignal) => Promise<void>;
  /** Deletes an own thought for good; one that is not there counts as deleted. */
  deleteThought: (textID: string, signal: AbortSignal) => Promise<void>;
  /** Watches the newest `size` thoughts of a query; only for a signed-in person. */
  watch: (query: LiveQueryName, size: number, listener: WindowListener) => LiveQuery;
}

/** The part of the port that changes thoughts. */
export type Writes = Pick<Backend, 'addThought' | 'editThought' | 'deleteThought'>;
