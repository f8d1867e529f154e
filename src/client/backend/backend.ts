import type { Thought } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';

export type Unsubscribe = () => void;

/** Everyone's thoughts, or the signed-in person's own; both newest first. */
export type LiveQueryName = 'feed' | 'own';

/** What a live query tells, in order. */
export type LiveEvent =
  /** The whole window as it stands; `more` says whether older thoughts exist beyond it. */
  | { type: 'result'; thoughts: readonly Thought[]; more: boolean }
  /** One thought is new, or its text changed. */
  | { type: 'changed'; thought: Thought }
  /** One thought was deleted. */
  | { type: 'removed'; textID: string }
  /** Whether changes arrive as they happen; while not, the adapter keeps trying. */
  | { type: 'connection'; live: boolean };

/** A running live query. */
export interface LiveWindow {
  /** Asks for older thoughts; they come as a larger `result`. Does nothing while one is under way. */
  grow: () => void;
  /** Ends the query; no event follows. */
  close: Unsubscribe;
}

/**
 * All that the client asks of the world. Writes settle once the backend has accepted or refused
 * them; refusals reject with a `Problem`.
 */
export interface Backend {
  /** Calls back with the signed-in person or null, first when known, then at every change. */
  onAuthState: (listener: (user: User | null) => void) => Unsubscribe;
  /** Starts signing in with Google; may leave the page. Rejects when it failed. */
  signIn: () => Promise<void>;
  /** Ends the session for every tab of this browser. */
  signOut: () => Promise<void>;
  /** Adds a thought under an id of the caller's choice; a repeat with the same text succeeds. */
  addThought: (textID: string, text: string) => Promise<void>;
  /** Replaces the text of an own thought. */
  editThought: (textID: string, text: string) => Promise<void>;
  /** Deletes an own thought; one that is gone already counts as deleted. */
  deleteThought: (textID: string) => Promise<void>;
  /** Watches the newest `size` thoughts of a query; only for a signed-in person. */
  watch: (query: LiveQueryName, size: number, onEvent: (event: LiveEvent) => void) => LiveWindow;
}
