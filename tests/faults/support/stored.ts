import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import { COLLECTION, type Thought } from '#shared/thought.ts';
import { pause } from '#shared/backoff.ts';
import { runSql } from '#tests/server/run-sql.ts';
import type { ThoughtWindow } from '#client/backend/backend.ts';
import { createHttpBackend } from '#client/backend/http/http-backend.ts';
import type { Visitor } from '#tests/server/sign-in.ts';
import { createNodeBrowser } from '#tests/client/browser.ts';

const Rows = v.array(v.object({ textID: v.string(), text: v.string() }));
/** Selects thoughts in the order of the lists, newest first. */
const SELECT_THOUGHTS = `select "textID", "text" from "${COLLECTION}" order by "createdAt" desc, "textID" desc`;

/** The thoughts in a data folder, newest first. */
export function readStoredThoughts(dataFolder: string) {
  using file = openFile(dataFolder);
  return v.parse(Rows, file.prepare(SELECT_THOUGHTS).all());
}

/** The ids, which are the texts too, of all that were sent, and of those acknowledged. */
export interface Written {
  sent: Set<string>;
  acknowledged: Set<string>;
}

/**
 * Describes how a data folder differs from what was sent: acknowledged thoughts that are lost, thoughts
 * that are there twice or were never sent, and what SQLite finds wrong. Each thought's text is its own
 * id, so that a copy under another id shows, too.
 */
export function compareStored(dataFolder: string, { sent, acknowledged }: Written): string[] {
  const texts = readStoredThoughts(dataFolder).map(({ text }) => text);
  const stored = new Set(texts);
  using file = openFile(dataFolder);
  const integrity = file.prepare('pragma integrity_check').get()?.['integrity_check'];
  return [
    ...[...acknowledged].filter((text) => !stored.has(text)).map((text) => `lost: ${text}`),
    ...texts.filter((text) => !sent.has(text)).map((text) => `never sent: ${text}`),
    ...(stored.size < texts.length ? [`twice: ${texts.length - stored.size}`] : []),
    ...(integrity === 'ok' ? [] : [`damaged: ${String(integrity)}`]),
  ];
}

function openFile(dataFolder: string): DatabaseSync {
  return new DatabaseSync(join(dataFolder, 'thoughts.sqlite'));
}

/** The thoughts in a PostgreSQL database, newest first. */
export async function readRows(url: string) {
  return v.parse(Rows, await runSql(url, SELECT_THOUGHTS));
}

/** What PostgreSQL's own check finds wrong with tables and indexes. */
export async function findDamage(url: string): Promise<string[]> {
  await runSql(url, 'create extension if not exists "amcheck"');
  const ours = `"relnamespace" = 'public'::regnamespace and "relkind" =`;
  const found = await runSql(
    url,
    `select "msg" from pg_class, verify_heapam(pg_class."oid") where ${ours} 'r'`,
  );
  // The check throws on damage.
  await runSql(url, `select bt_index_check("oid", true) from pg_class where ${ours} 'i'`);
  return found.map(({ msg }) => String(msg));
}

export type Reader = Awaited<ReturnType<typeof openReader>>;

/** Opens the feed without a screen, as a browser with one tab does: with the client's own adapter. */
export async function openReader(visitor: Visitor, origin: string, size: number) {
  const backend = createHttpBackend(createNodeBrowser(visitor, origin));
  await new Promise<void>((resolve) => {
    backend.onAuthState((user) => user && resolve());
  });
  let window: ThoughtWindow | undefined;
  let isLive = false;
  const query = backend.watch('feed', size, {
    onWindow: (next) => {
      window = next;
    },
    onProgress: () => {},
    onLive: (next) => {
      isLive = next;
    },
  });
  return {
    /** The current list, newest first. */
    thoughts: () => window?.thoughts ?? [],
    /** Whether older thoughts exist beyond the list. */
    more: () => window?.more ?? false,
    /** Whether the list says that it is live. */
    isLive: () => isLive,
    close: query.close,
  };
}

/** The longest (ms) that a list may be wrong while it says that it is live, and that any list may be wrong. */
const LIVE_MS = 2_000;
const ANY_MS = 45_000;

type Stored = Pick<Thought, 'textID' | 'text'>;

/** Waits until all readers show what is stored, newest first, which must not change meanwhile. */
export async function converge(readers: readonly Reader[], stored: readonly Stored[]) {
  const began = performance.now();
  const liveSince = new Map<Reader, number>();
  /** What was wrong for too long: in lists that said they were live, and in any at the end. */
  const wrong: string[] = [];
  /** The longest that a list was wrong while it said that it is live, in milliseconds. */
  let wrongWhileLive = 0;
  for (;;) {
    const millis = performance.now() - began;
    const different = readers.flatMap((reader) => {
      const difference = findDifference(reader, stored);
      if (difference === undefined || !reader.isLive()) liveSince.delete(reader);
      else if (!liveSince.has(reader)) liveSince.set(reader, millis);
      const late = millis - (liveSince.get(reader) ?? millis);
      if (late > LIVE_MS && wrongWhileLive <= LIVE_MS) wrong.push(`live, but ${difference}`);
      wrongWhileLive = Math.max(wrongWhileLive, late);
      return difference ?? [];
    });
    if (different.length === 0) return { millis, wrongWhileLive, wrong };
    if (millis > ANY_MS) return { millis, wrongWhileLive, wrong: [...wrong, ...different] };
    await pause(50);
  }
}

/** The first place where a reader's list differs from what is stored, if there is one. */
function findDifference(reader: Reader, stored: readonly Stored[]): string | undefined {
  const linesOf = (thoughts: readonly Stored[]): string[] =>
    thoughts.map(({ textID, text }) => `${textID} ${text}`);
  const shown = linesOf(reader.thoughts());
  const wanted = linesOf(reader.more() ? stored.slice(0, shown.length) : stored);
  const longer = shown.length > wanted.length ? shown : wanted;
  const at = longer.findIndex((_, index) => shown[index] !== wanted[index]);
  return at === -1 ? undefined : `at ${at} there is ${shown[at]} instead of ${wanted[at]}`;
}
