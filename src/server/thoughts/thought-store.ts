import { COLLECTION } from '#shared/thought.ts';
import type { Change, Page } from '#shared/wire.ts';
import type { Database } from '#server/database/schema.ts';
import type { ThoughtRow } from '#server/database/thoughts-table.ts';
import type { ChangeFeed } from '#server/live/change-feed.ts';
import { createKeyedQueue } from './keyed-queue.ts';
import { thoughtFromRow } from './thought-row.ts';
import { deleteThought, insertThought, updateThought } from './thought-writes.ts';

interface ListRequest {
  /** Whose thoughts; everyone's when absent. */
  uID?: string | undefined;
  /** The last thought already known, newest first. */
  before?: { millis: number; textID: string } | undefined;
  limit: number;
}

/** A thought as its author adds it. */
type NewThought = Pick<ThoughtRow, 'textID' | 'text' | 'uID' | 'uName' | 'uProfile'>;

/** The only way to the collection. Each write tells the feed once it is on disk. */
export interface ThoughtStore {
  list: (request: ListRequest) => Promise<Page>;
  /** Adds a thought; a repeat by its author with the same text changes nothing. */
  add: (thought: NewThought) => Promise<void>;
  /** Replaces the text of an own thought. */
  edit: (thought: Pick<ThoughtRow, 'textID' | 'text' | 'uID'>) => Promise<void>;
  /** Deletes an own thought; one that is not there counts as deleted. */
  remove: (thought: Pick<ThoughtRow, 'textID' | 'uID'>) => Promise<void>;
}

/** Creates the store. */
export function createThoughtStore(
  database: Database,
  feed: ChangeFeed,
  now: () => number,
): ThoughtStore {
  const inTurn = createKeyedQueue();
  // Writes to one thought wait for one another until they are told, or the feed could tell an
  // older edition after a newer one. Writes to different thoughts still share a commit.
  const write = (textID: string, change: () => Promise<Change | null>): Promise<void> =>
    inTurn(textID, async () => {
      const made = await change();
      if (made !== null) feed.publish(made);
    });

  return {
    list: (request) => list(database, request),
    add: (thought) =>
      write(thought.textID, () =>
        insertThought(database, { ...thought, createdAt: now(), version: 1 }),
      ),
    edit: (thought) => write(thought.textID, () => updateThought(database, thought)),
    remove: (thought) => write(thought.textID, () => deleteThought(database, thought)),
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
    query = query.where((where) =>
      where(where.refTuple('createdAt', 'textID'), '<', where.tuple(millis, textID)),
    );
  }
  const rows = await query.execute();
  return { thoughts: rows.slice(0, limit).map(thoughtFromRow), more: rows.length > limit };
}
