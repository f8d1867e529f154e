import * as v from 'valibot';
import { Problem, type ProblemCode } from '#shared/problem.ts';
import {
  newThought,
  Thought,
  timestampFromMillis,
  type Author,
  type Typed,
} from '#shared/thought.ts';
import type { Page, WriteBody } from '#shared/wire.ts';
import type { Database, Row, Statement } from '#server/database/database.ts';
import { headOf, SELECT_HEAD, type LogHead } from '#server/database/log-head.ts';
import { Refusal } from '#server/errors/refusal.ts';

export type ThoughtRow = Omit<Thought, 'createdAt'> & { createdAt: number };

type IDRow = Pick<ThoughtRow, 'uID'> & { text: string | null };

interface ListRequest {
  uID?: string | undefined;
  before?: { millis: number; textID: string } | undefined;
  limit: number;
}

type OwnThought = Pick<ThoughtRow, 'textID' | 'uID'>;

/** The answer to a write: a position that the log has since it is stored. */
type Written = v.InferOutput<typeof WriteBody>;

type Edit = OwnThought & { text: string; baseText: string; baseVersion: number };

export type ThoughtStore = ReturnType<typeof createThoughtStore>;

/** How far the clocks of servers, or of one server before and after it was set, may differ. */
const CLOCK_DIFFERENCE_MS = 60_000;

/** Reads and writes thoughts. Writes are idempotent; they resolve once on disk, with a position that the log has since, or reject. */
export function createThoughtStore(database: Database, now = Date.now) {
  return {
    /** Reads a page, newest first, with the position of its commit. */
    list: async (request: ListRequest): Promise<Page> => {
      const [heads, rows] = await database.read<[LogHead, ThoughtRow]>(
        SELECT_HEAD,
        selectPage(request),
      );
      const thoughts = rows.slice(0, request.limit).map(thoughtFromRow);
      return { thoughts, more: rows.length > request.limit, position: headOf(heads).position };
    },
    /** Adds a thought. A repeat changes nothing, and is `not-found` if the thought has been deleted. */
    add: async (draft: Typed & Pick<Thought, 'textID'>, author: Author): Promise<Written> => {
      const createdAt = now();
      const thought = { ...newThought({ ...draft, at: createdAt }, author), createdAt };
      const [[added]] = await database.write<[Row]>({ sql: INSERT, parameters: thought });
      const written = { position: database.position() };
      if (added !== undefined) return written;
      // A used id stays used, so its row can be read after the write.
      const [[found]] = await database.read<[IDRow]>({ sql: SELECT_ID, parameters: thought });
      requireStored(found, thought, 'conflict');
      return written;
    },
    /** Replaces the text of the author's own thought, if its base is still what is stored. */
    edit: async (edit: Edit): Promise<Written> => {
      const [, [found]] = await database.write<[Row, IDRow]>(
        { sql: UPDATE, parameters: edit },
        { sql: SELECT_ID, parameters: edit },
      );
      requireStored(found, edit, 'not-found');
      return { position: database.position() };
    },
    /** Deletes the author's own thought for good; a missing one counts as deleted. */
    remove: async (thought: OwnThought): Promise<Written> => {
      const [, , [found]] = await database.write<[Row, Row, IDRow]>(
        { sql: DELETE, parameters: thought },
        { sql: INSERT_TOMBSTONE, parameters: thought },
        { sql: SELECT_ID, parameters: thought },
      );
      requireOwn(found, thought.uID, 'not-found');
      return { position: database.position() };
    },
  };
}

function requireStored(
  found: IDRow | undefined,
  { uID, text }: Pick<Thought, 'uID' | 'text'>,
  code: ProblemCode,
): void {
  requireOwn(found, uID, code);
  if (found.text === null) throw new Problem('not-found');
  if (found.text !== text) throw new Problem('conflict');
}

/** The same code for another person's thought and a missing one: only the log tells them apart. */
function requireOwn(
  found: IDRow | undefined,
  uID: string,
  code: ProblemCode,
): asserts found is IDRow {
  if (found === undefined) throw new Problem(code);
  if (found.uID !== uID) throw new Refusal(code, 'The thought is another person’s.');
}

function selectPage({ uID, before, limit }: ListRequest): Statement {
  const conditions = [
    uID === undefined ? 'true' : '"uID" = :uID',
    before === undefined ? 'true' : '("createdAt", "textID") < (:millis, :textID)',
  ];
  return {
    sql: `select * from "Thoughts-Data" where ${conditions.join(' and ')}
      order by "createdAt" desc, "textID" desc limit :limit`,
    // One more than requested shows whether there are more.
    parameters: { ...(uID !== undefined && { uID }), ...before, limit: limit + 1 },
  };
}

const COLUMNS = v.keyof(Thought).options;
const VALUES = COLUMNS.map((column) => {
  if (column !== 'createdAt') return `:${column}`;
  const now = 'cast(:createdAt as bigint)';
  // A clock that was set back must not put a new thought below existing ones, and one date from the
  // future must not drag all later thoughts along.
  return `(select max("millis") from (select ${now} as "millis" union all
    select max("createdAt") + 1 from "Thoughts-Data" where "createdAt" <= ${now} + ${CLOCK_DIFFERENCE_MS}) as "times")`;
});
const INSERT = `insert into "Thoughts-Data" (${COLUMNS.map((column) => `"${column}"`).join(', ')})
  select ${VALUES.join(', ')} where not exists (select 1 from "tombstones" where "textID" = :textID)
  on conflict ("textID") do nothing returning "textID"`;

const UPDATE = `update "Thoughts-Data" set "text" = :text, "version" = "version" + 1
  where "textID" = :textID and "uID" = :uID and "version" = :baseVersion
    and "text" = :baseText`;
// A trigger leaves the tombstone.
const DELETE = `delete from "Thoughts-Data" where "textID" = :textID and "uID" = :uID`;
/** Blocks an unused id, whose add may still arrive. */
const INSERT_TOMBSTONE = `insert into "tombstones" ("textID", "uID") select :textID, :uID
  where not exists (select 1 from "Thoughts-Data" where "textID" = :textID)
  on conflict do nothing`;
const SELECT_ID = `select "uID", "text" from "Thoughts-Data" where "textID" = :textID
  union all select "uID", null from "tombstones" where "textID" = :textID`;

export function thoughtFromRow(row: ThoughtRow): Thought {
  return { ...row, createdAt: timestampFromMillis(row.createdAt) };
}
