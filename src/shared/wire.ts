import * as v from 'valibot';
import { PAGE_LIMIT, PAGE_SIZE } from './limits.ts';
import { isProblemCode, type ProblemCode } from './problem.ts';
import { millisFromTimestamp, TextID, Thought, Typed } from './thought.ts';
import { User } from './user.ts';

/** The paths of the self-hosted server, besides the pages. */
export const PATHS = {
  session: '/api/session',
  thoughts: '/api/thoughts',
  changes: '/api/changes',
  live: '/api/live',
  signIn: '/auth/sign-in',
  callback: '/auth/callback',
  localAccounts: '/local-accounts',
  pageStyle: '/page.css',
  alive: '/healthz',
  ready: '/readyz',
  metrics: '/metrics',
} as const;

export const NEWEST_PAGE_PATH = `${PATHS.thoughts}?limit=${PAGE_SIZE}`;

/** A request's header with the uid it is meant for; another person's session refuses the request. */
export const AUTHOR_HEADER = 'x-author';

export const ProblemBody = v.object({ code: v.custom<ProblemCode>(isProblemCode) });

export const SessionBody = v.object({ user: v.nullable(User) });

export const SignInBody = v.object({ url: v.string() });

export const AddBody = v.strictObject(Typed.entries);
export type AddBody = v.InferOutput<typeof AddBody>;

/** An edit with what it replaces: a version alone may be another's by now, where one was foreseen. */
export const EditBody = v.strictObject({
  text: v.string(),
  baseText: v.string(),
  baseVersion: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
});
export type EditBody = v.InferOutput<typeof EditBody>;

/** Where the next older page begins: the time (ms) and id of the thought before it. */
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

/** The database's epoch and a change's number; a restore or a takeover starts a new epoch. */
const Position = v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,40}\.\d{1,15}$/u));

/** The answer to a write: a position that the log has since it is stored. */
export const WriteBody = v.object({ position: Position });

export function formatPosition(epoch: string, number: number): string {
  return `${epoch}.${number}`;
}

/** Splits a position. Any other text, such as the mark of a lost answer, is an epoch of its own. */
export function parsePosition(position: string): { epoch: string; number: number } {
  const [epoch = '', number = ''] = position.split('.');
  return { epoch, number: Number(number) };
}

/** Part of a list, newest first, with every change up to its position and none after it. */
export const Page = v.object({
  thoughts: v.array(Thought),
  more: v.boolean(),
  position: Position,
});
export type Page = v.InferOutput<typeof Page>;

/** Where the page below a thought begins. */
export function cursorAfter(thought: Thought): string {
  return `${millisFromTimestamp(thought.createdAt)}.${thought.textID}`;
}

export function parseCursor(cursor: string): { millis: number; textID: string } {
  const [millis = '', textID = ''] = cursor.split('.');
  return { millis: Number(millis), textID };
}

/** A thought as it was added or edited, or the id of a removed one. */
export const Change = v.union([
  v.object({ type: v.literal('changed'), thought: Thought }),
  v.object({ type: v.literal('removed'), textID: TextID }),
]);
export type Change = v.InferOutput<typeof Change>;

export const ChangesQuery = v.strictObject({ after: v.optional(Position) });

/** `tab` is an id that a tab draws; its new stream replaces its older one. */
export const StreamQuery = v.strictObject({
  ...ChangesQuery.entries,
  tab: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{20}$/u))),
});

/** The changes after a position; unless `resumed`, lists have to be read again. */
export const Changes = v.object({
  resumed: v.boolean(),
  changes: v.array(Change),
  position: Position,
  version: v.string(),
});
export type Changes = v.InferOutput<typeof Changes>;

/** The events of the live stream; `ready` comes first, `closing` last, and the id of `change` is its position. */
export const STREAM_EVENTS = {
  ready: 'ready',
  change: 'change',
  heartbeat: 'heartbeat',
  signedOut: 'signed-out',
  closing: 'closing',
} as const;

/** When (ms) an event was sent, by a clock of the server's process that only runs forward. */
const SentAt = v.number();

/** Whether the stream continues from the requested position, and the server's version. */
export const ReadyBody = v.object({ resumed: v.boolean(), version: v.string(), sentAt: SentAt });

export const HeartbeatBody = v.object({ sentAt: SentAt });

/** When (ms) to reconnect, to whichever server takes it: readers who are told together spread out. */
export const ClosingBody = v.object({ retryAfter: v.pipe(v.number(), v.minValue(0)) });
export type ClosingBody = v.InferOutput<typeof ClosingBody>;

/** A reader that misses two heartbeats may give the stream up. */
export const HEARTBEAT_INTERVAL_MS = 5_000;
