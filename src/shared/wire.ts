import * as v from 'valibot';
import { PAGE_LIMIT, PAGE_SIZE } from './limits.ts';
import { isProblemCode, type ProblemCode } from './problem.ts';
import { millisFromTimestamp, TextID, Thought } from './thought.ts';
import { User } from './user.ts';

/** The paths the self-hosted server answers beside the pages. */
export const PATHS = {
  session: '/api/session',
  thoughts: '/api/thoughts',
  live: '/api/live',
  health: '/api/health',
  signIn: '/auth/sign-in',
  callback: '/auth/callback',
} as const;

/** The header in which a write may name the uid it is meant for; another person's session refuses it. */
export const AUTHOR_HEADER = 'x-author';

/** Every refusal's body. */
export const ProblemBody = v.object({ code: v.custom<ProblemCode>(isProblemCode) });

export const SessionBody = v.object({ user: v.nullable(User) });

/** Where the browser goes to sign in. */
export const SignInBody = v.object({ url: v.pipe(v.string(), v.url()) });

/** What a person may say of a thought: its text, and nothing else. */
export const TextBody = v.strictObject({ text: v.string() });

/** A thought with the number of its edition: 1 when added, one more with each edit. */
export const VersionedThought = v.object({
  ...Thought.entries,
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
});
export type VersionedThought = v.InferOutput<typeof VersionedThought>;

/** A place in a list, newest first: the time (ms) and id of the thought before it. */
const Cursor = v.pipe(v.string(), v.regex(/^\d{1,15}\.[A-Za-z0-9]{20}$/u));

export const PageQuery = v.strictObject({
  author: v.optional(v.literal('me')),
  before: v.optional(Cursor),
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/u),
      v.transform(Number),
      v.minValue(1),
      v.maxValue(PAGE_LIMIT),
    ),
    String(PAGE_SIZE),
  ),
});

/** A stretch of a list, newest first; `more` says whether older thoughts follow. */
export const Page = v.object({ thoughts: v.array(VersionedThought), more: v.boolean() });
export type Page = v.InferOutput<typeof Page>;

/** The cursor for what follows a thought. */
export function cursorAfter(thought: Thought): string {
  return `${millisFromTimestamp(thought.createdAt)}.${thought.textID}`;
}

/** The time (ms) and id in a checked cursor. */
export function parseCursor(cursor: string): { millis: number; textID: string } {
  const dot = cursor.indexOf('.');
  return { millis: Number(cursor.slice(0, dot)), textID: cursor.slice(dot + 1) };
}

/** What happened to one thought. */
export const Change = v.variant('type', [
  v.object({ type: v.literal('changed'), thought: VersionedThought }),
  v.object({ type: v.literal('removed'), textID: TextID }),
]);
export type Change = v.InferOutput<typeof Change>;

/**
 * The events of the live stream. Each `change` carries a position as its event id;
 * `ready` comes first and says whether the stream goes on from the position asked for.
 */
export const STREAM_EVENTS = {
  ready: 'ready',
  change: 'change',
  heartbeat: 'heartbeat',
  signedOut: 'signed-out',
} as const;

export const ReadyBody = v.object({ resumed: v.boolean() });

/** Milliseconds between two heartbeats; a reader that misses two may give the stream up. */
export const HEARTBEAT_INTERVAL = 15_000;

/** A position in the stream: the serving node's epoch and the change's number in it. */
export const StreamQuery = v.strictObject({
  after: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,32}\.\d{1,15}$/u))),
});
