import { Problem } from '#shared/problem.ts';
import type { Page } from '#shared/wire.ts';
import type { Database } from '#server/database/database.ts';
import type { Values } from '#server/database/statement.ts';
import type { ChangeLog } from './change-log.ts';
import { thoughtFromRow, type ThoughtRow } from './thought-row.ts';
import {
  deleteThought,
  insertThought,
  insertTombstone,
  selectID,
  updateThought,
  type IDRow,
  type NewThought,
} from './thought-statements.ts';

interface ListRequest {
  uID?: string | undefined;
  /** The last thought already known, newest first. */
  before?: { millis: number; textID: string } | undefined;
  limit: number;
}

type OwnThought = Pick<ThoughtRow, 'textID' | 'uID'>;

/** All access to the collection. Writes are idempotent, and settle on disk or with a `Problem`. */
export interface ThoughtStore {
  list: (request: ListRequest) => Page;
  /** Adds a thought; a repeat changes nothing, and one of what was deleted since is `not-found`. */
  add: (thought: NewThought) => Promise<void>;
  /** Replaces the text of an own thought, if `replaces` is its version still. */
  edit: (edit: OwnThought & { text: string; replaces: number }) => Promise<void>;
  /** Deletes an own thought for good; one that is not there counts as deleted. */
  remove: (thought: OwnThought) => Promise<void>;
}

interface StoreOptions {
  log: ChangeLog;
  now: () => number;
}

/** Creates the store. */
export function createThoughtStore(database: Database, { log, now }: StoreOptions): ThoughtStore {
  return {
    list: (request) =>
      database.snapshot(() => {
        const rows = database.read<ThoughtRow>(...pageQuery(request));
        const thoughts = rows.slice(0, request.limit).map(thoughtFromRow);
        return { thoughts, more: rows.length > request.limit, position: log.position() };
      }),
    add: async (thought) => {
      const { textID, uID, text } = thought;
      const [[added] = []] = await database.write(insertThought(thought, now()));
      if (added !== undefined) return;
      // An id that is used stays so: what stands there can be read after the write.
      const { sql, parameters = [] } = selectID(textID);
      const [found] = database.read<IDRow>(sql, ...parameters);
      if (found?.uID !== uID) throw new Problem('conflict');
      if (found.text === null) throw new Problem('not-found');
      if (found.text !== text) throw new Problem('conflict');
    },
    edit: async (edit) => {
      const [, [found] = []] = await database.write<IDRow>(
        updateThought(edit, edit.replaces),
        selectID(edit.textID),
      );
      if (found?.uID !== edit.uID || found.text === null) throw new Problem('not-found');
      if (found.text !== edit.text) throw new Problem('conflict');
    },
    remove: async (thought) => {
      const [, , [found] = []] = await database.write<IDRow>(
        deleteThought(thought),
        insertTombstone(thought),
        selectID(thought.textID),
      );
      if (found?.uID !== thought.uID) throw new Problem('not-found');
    },
  };
}

function pageQuery({ uID, before, limit }: ListRequest): [sql: string, ...Values] {
  const conditions: string[] = [];
  const values: Values = [];
  if (uID !== undefined) {
    conditions.push('"uID" = ?');
    values.push(uID);
  }
  if (before !== undefined) {
    conditions.push('("createdAt", "textID") < (?, ?)');
    values.push(before.millis, before.textID);
  }
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  // One more than asked for shows whether there are more.
  const sql = `select * from "Thoughts-Data" ${where} order by "createdAt" desc, "textID" desc limit ?`;
  return [sql, ...values, limit + 1];
}
