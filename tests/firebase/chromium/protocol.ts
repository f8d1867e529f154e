import type { Edit, LiveQueryName, ThoughtWindow } from '#client/backend/backend.ts';
import type { Thought } from '#shared/thought.ts';

/** A write, by a number of its own under which it may be aborted. */
type WriteRequest =
  | { type: 'add'; write: number; textID: string; text: string }
  | { type: 'edit'; write: number; edit: Edit }
  | { type: 'delete'; write: number; textID: string };

/** What a test calls in the page. */
export type Request =
  | { type: 'open'; config: object }
  | { type: 'sign in'; account: object }
  | { type: 'press sign in' }
  | { type: 'sign out'; write: number }
  | WriteRequest
  | { type: 'abort'; write: number }
  | { type: 'subscribe'; listener: number }
  | { type: 'watch'; listener: number; query: LiveQueryName; size: number }
  | { type: 'grow' | 'unsubscribe'; listener: number }
  | { type: 'shrink'; listener: number; size: number };

/** What a query's listener receives; each thought with the number of its object. */
export type WindowEvent =
  | { type: 'live'; isLive: boolean }
  | {
      type: 'window';
      thoughts: (readonly [object: number, Thought])[];
      more: boolean;
      source: ThoughtWindow['source'];
    };

/** What a call returns when its write was aborted. */
export const ABORTED = 'aborted';
