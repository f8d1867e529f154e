import type { Statement } from '#server/database/statement.ts';
import type { ThoughtRow } from './thought-row.ts';

export type NewThought = Pick<ThoughtRow, 'textID' | 'text' | 'uID' | 'uName' | 'uProfile'>;

/** Adds a thought and returns its id, unless that is used; its time is after that of all others. */
export function insertThought(thought: NewThought, now: number): Statement {
  const { textID, uID, uName, text, uProfile } = thought;
  return {
    // A clock that was set back must not put a new thought below those that are there.
    sql: `insert into "Thoughts-Data"
        ("textID", "uID", "uName", "text", "createdAt", "uProfile", "version")
      select ?1, ?2, ?3, ?4,
        max(?5, coalesce((select max("createdAt") + 1 from "Thoughts-Data"), 0)), ?6, 1
      where not exists (select 1 from "tombstones" where "textID" = ?1)
      on conflict ("textID") do nothing returning "textID"`,
    parameters: [textID, uID, uName, text, now, uProfile],
  };
}

/** Replaces the text of an own thought if it is still the version that the edit replaces. */
export function updateThought(
  { textID, uID, text }: Pick<ThoughtRow, 'textID' | 'uID' | 'text'>,
  replaces: number,
): Statement {
  return {
    sql: `update "Thoughts-Data" set "text" = ?1, "version" = "version" + 1
      where "textID" = ?2 and "uID" = ?3 and "version" = ?4 and "text" <> ?1`,
    parameters: [text, textID, uID, replaces],
  };
}

/** Deletes an own thought; a trigger leaves its tombstone. */
export function deleteThought({ textID, uID }: Pick<ThoughtRow, 'textID' | 'uID'>): Statement {
  return {
    sql: `delete from "Thoughts-Data" where "textID" = ? and "uID" = ?`,
    parameters: [textID, uID],
  };
}

/** Keeps an id that nobody has used from being used, since its add may still arrive. */
export function insertTombstone({ textID, uID }: Pick<ThoughtRow, 'textID' | 'uID'>): Statement {
  return {
    sql: `insert into "tombstones" ("textID", "uID") select ?1, ?2
      where not exists (select 1 from "Thoughts-Data" where "textID" = ?1)
      on conflict do nothing`,
    parameters: [textID, uID],
  };
}

/** Whose an id is; a text of null is a tombstone. */
export type IDRow = Pick<ThoughtRow, 'uID'> & { text: string | null };

/** Finds what stands under an id: a thought, a tombstone or nothing. */
export function selectID(textID: string): Statement {
  return {
    sql: `select "uID", "text" from "Thoughts-Data" where "textID" = ?1
      union all select "uID", null from "tombstones" where "textID" = ?1`,
    parameters: [textID],
  };
}
