import { Problem } from '#shared/problem.ts';
import { COLLECTION, timestampFromMillis } from '#shared/thought.ts';
import type { Page, VersionedThought } from '#shared/wire.ts';
import type { Database } from '#server/database/schema.ts';
import type { NewThoughtRow, ThoughtRow } from '#server/database/thoughts-table.ts';
import type { ChangeFeed } from '#server/live/change-feed.ts';
import { createKeyedQueue } from './keyed-queue.ts';

export interface ListRequest {
  /** Whose thoughts; everyone's when absent. */
  uID?: string | undefined;
  /** The last thought already known, newest first. */
  before?: { millis: number; textID: string } | undefined;
  limit: number;
}

/** A thought as its author sends it. */
export interface Draft {
  textID: string;
  text: string;
}

/** The only way to the collection. Each write tells the feed once it is on disk. */
export interface ThoughtStore {
  list: (request: ListRequest) => Promise<Page>;
  /** Adds a thought; a repeat by its author with the same text changes nothing. */
  add: (draft: Draft, author: { uid: string; name: string; photo: string }) => Promise<void>;
  edit: (draft: Draft, uid: string) => Promise<void>;
  remove: (textID: string, uid: string) => Promise<void>;
}

/** Creates the store. Every write is one statement, with the owner's check inside it. */
export function createThoughtStore(
  database: Database,
  feed: ChangeFeed,
  now: () => number,
): ThoughtStore {
  // Writes to one thought wait for one another, or the feed could tell two of them in the wrong order.
  const inTurn = createKeyedQueue();

  const tell = (row: ThoughtRow): void => {
    feed.publish({ type: 'changed', thought: thoughtFromRow(row) });
  };
  const find = (textID: string): Promise<ThoughtRow | undefined> =>
    database.selectFrom(COLLECTION).selectAll().where('textID', '=', textID).executeTakeFirst();

  const insert = async (row: NewThoughtRow): Promise<void> => {
    const added = await database
      .insertInto(COLLECTION)
      .values(row)
      .onConflict((conflict) => conflict.column('textID').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (added !== undefined) return tell(added);
    const known = await find(row.textID);
    if (known?.uID !== row.uID || known.text !== row.text) throw new Problem('conflict');
  };

  const update = async ({ textID, text }: Draft, uid: string): Promise<void> => {
    const edited = await database
      .updateTable(COLLECTION)
      .set((thought) => ({ text, version: thought('version', '+', 1) }))
      .where('textID', '=', textID)
      .where('uID', '=', uid)
      .where('text', '!=', text)
      .returningAll()
      .executeTakeFirst();
    if (edited !== undefined) return tell(edited);
    const known = await find(textID);
    if (known?.uID !== uid) throw new Problem('not-found');
  };

  const remove = async (textID: string, uid: string): Promise<void> => {
    const removed = await database
      .deleteFrom(COLLECTION)
      .where('textID', '=', textID)
      .where('uID', '=', uid)
      .returning('textID')
      .executeTakeFirst();
    if (removed !== undefined) return feed.publish({ type: 'removed', textID });
    if ((await find(textID)) !== undefined) throw new Problem('not-found');
  };

  return {
    list: (request) => list(database, request),
    add: ({ textID, text }, { uid, name, photo }) =>
      inTurn(textID, () =>
        insert({
          textID,
          uID: uid,
          uName: name,
          text,
          createdAt: now(),
          uProfile: photo,
          version: 1,
        }),
      ),
    edit: (draft, uid) => inTurn(draft.textID, () => update(draft, uid)),
    remove: (textID, uid) => inTurn(textID, () => remove(textID, uid)),
  };
}

async function list(database: Database, { uID, before, limit }: ListRequest): Promise<Page> {
  let query = database
    .selectFrom(COLLECTION)
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('textID', 'desc')
    // One more than asked for tells whether there are more.
    .limit(limit + 1);
  if (uID !== undefined) query = query.where('uID', '=', uID);
  if (before !== undefined) {
    const { millis, textID } = before;
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('createdAt', 'textID'), '<', tuple(millis, textID)),
    );
  }
  const rows = await query.execute();
  return { thoughts: rows.slice(0, limit).map(thoughtFromRow), more: rows.length > limit };
}

function thoughtFromRow({ createdAt, ...fields }: ThoughtRow): VersionedThought {
  return { ...fields, createdAt: timestampFromMillis(createdAt) };
}
