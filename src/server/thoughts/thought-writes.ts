import { Problem } from '#shared/problem.ts';
import { COLLECTION } from '#shared/thought.ts';
import type { Change } from '#shared/wire.ts';
import type { Database } from '#server/database/schema.ts';
import type { NewThoughtRow, ThoughtRow } from '#server/database/thoughts-table.ts';
import { thoughtFromRow } from './thought-row.ts';

// Each write is one statement with the owner's check inside it, and returns the change it made:
// null when all was as wanted before. A second look only tells why nothing was written.

/** Inserts a thought unless its id is taken. */
export async function insertThought(
  database: Database,
  row: NewThoughtRow,
): Promise<Change | null> {
  const added = await database
    .insertInto(COLLECTION)
    .values(row)
    .onConflict((conflict) => conflict.column('textID').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (added !== undefined) return { type: 'changed', thought: thoughtFromRow(added) };
  const known = await findThought(database, row.textID);
  if (known?.uID === row.uID && known.text === row.text) return null;
  throw new Problem('conflict');
}

/** Replaces the text of an own thought. */
export async function updateThought(
  database: Database,
  { textID, uID, text }: Pick<ThoughtRow, 'textID' | 'uID' | 'text'>,
): Promise<Change | null> {
  const edited = await database
    .updateTable(COLLECTION)
    .set((thought) => ({ text, version: thought('version', '+', 1) }))
    .where('textID', '=', textID)
    .where('uID', '=', uID)
    .where('text', '!=', text)
    .returningAll()
    .executeTakeFirst();
  if (edited !== undefined) return { type: 'changed', thought: thoughtFromRow(edited) };
  const known = await findThought(database, textID);
  if (known?.uID === uID) return null;
  throw new Problem('not-found');
}

/** Deletes an own thought. */
export async function deleteThought(
  database: Database,
  { textID, uID }: Pick<ThoughtRow, 'textID' | 'uID'>,
): Promise<Change | null> {
  const deleted = await database
    .deleteFrom(COLLECTION)
    .where('textID', '=', textID)
    .where('uID', '=', uID)
    .returning('textID')
    .executeTakeFirst();
  if (deleted !== undefined) return { type: 'removed', textID };
  if ((await findThought(database, textID)) === undefined) return null;
  throw new Problem('not-found');
}

function findThought(database: Database, textID: string): Promise<ThoughtRow | undefined> {
  return database
    .selectFrom(COLLECTION)
    .selectAll()
    .where('textID', '=', textID)
    .executeTakeFirst();
}
