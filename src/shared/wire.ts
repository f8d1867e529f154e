import * as v from 'valibot';
import { PAGE_LIMIT, PAGE_SIZE } from './limits.ts';
import { Position } from './position.ts';
import { isProblemCode, type ProblemCode } from './problem.ts';
import { millisFromTimestamp, TextID, Thought } from './thought.ts';
import { User } from './user.ts';

/** What the paths begin with that programs ask for, not people: none of them is a page. */
export const SERVICE_ROOTS = {
  api: '/api',
  auth: '/auth',
  localAccounts: '/local-accounts',
  alive: '/healthz',
  ready: '/readyz',
  metrics: '/metrics',
} as const;

/** The paths the self-hosted server answers beside the pages. */
export const PATHS = {
  session: '/api/session',
  thoughts: '/api/thoughts',
  changes: '/api/changes',
  live: '/api/live',
  signIn: '/auth/sign-in',
  callback: '/auth/callback',
  /** For supervisors and proxies. */
  alive: SERVICE_ROOTS.alive,
  ready: SERVICE_ROOTS.ready,
  metrics: SERVICE_ROOTS.metrics,
} as const;

/** The address of the newest page of everyone's thoughts, as the client asks for it. */
export const NEWEST_PAGE_PATH = `${PATHS.thoughts}?limit=${PAGE_SIZE}`;

/** The header in which a request may name the uid it is meant for; another person's session refuses it. */
export const AUTHOR_HEADER = 'x-author';

export const ProblemBody = v.object({ code: v.custom<ProblemCode>(isProblemCode) });

export const SessionBody = v.object({ user: v.nullable(User) });

export const SignInBody = v.object({ url: v.pipe(v.string(), v.url()) });

/** What a person may say of a new thought: its text, and nothing else. */
export const AddBody = v.strictObject({ text: v.string() });
export type AddBody = v.InferOutput<typeof AddBody>;

/** An edit: the new text, and the version it replaces. */
export const EditBody = v.strictObject({
  text: v.string(),
  replaces: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
});
export type EditBody = v.InferOutput<typeof EditBody>;

/** A place in a list, newest first: the time (ms) and id of the thought before it. */
const Cursor = v.pipe(v.string(), v.regex(/^\d{1,15}\.[A-Za-z0-9]{20}$/u));

/** Which page of which list is asked for: the own thoughts or everyone's, after a place in it. */
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

/**
 * Part of a list, newest first; `more` says whether older thoughts follow. It holds every change up
 * to its position, and none after it.
 */
export const Page = v.object({
  thoughts: v.array(Thought),
  more: v.boolean(),
  position: Position,
});
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

/** What happened to a thought: it stands now as given, new or edited, or is gone. */
export const Change = v.variant('type', [
  v.object({ type: v.literal('changed'), thought: Thought }),
  v.object({ type: v.literal('removed'), textID: TextID }),
]);
export type Change = v.InferOutput<typeof Change>;

/** Where changes are asked for: after a position that is known already. */
export const ChangesQuery = v.strictObject({ after: v.optional(Position) });

/** A stream may name its tab, by an id that the tab draws: it replaces that tab's older stream. */
export const StreamQuery = v.strictObject({
  ...ChangesQuery.entries,
  tab: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{20}$/u))),
});

/**
 * What followed a position, up to the one given. When not `resumed` that is no longer known, or is
 * more than a page holds, or no position was named: lists have to be read again.
 */
export const Changes = v.object({
  resumed: v.boolean(),
  changes: v.array(Change),
  position: Position,
});
export type Changes = v.InferOutput<typeof Changes>;

/** The events of the live stream; `ready` comes first, `change` has its position as event id. */
export const STREAM_EVENTS = {
  ready: 'ready',
  change: 'change',
  heartbeat: 'heartbeat',
  signedOut: 'signed-out',
} as const;

/**
 * Says whether the stream goes on from the position asked for, what followed it comes as changes; and
 * which version the server has.
 */
export const ReadyBody = v.object({ resumed: v.boolean(), version: v.string() });

/** Milliseconds between two heartbeats; a reader that misses two may give the stream up. */
export const HEARTBEAT_INTERVAL_MS = 15_000;
