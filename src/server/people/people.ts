import * as v from 'valibot';
import { IDLE_TTL_MS, SESSION_TTL_MS } from '#server/auth/session-store.ts';
import type { Database, Row, Statement } from '#server/database/database.ts';

/** Someone who signed in here, or whose thoughts are here. Times in milliseconds since 1970. */
const Person = v.object({
  uid: v.string(),
  /** The name of who vouches for them; null when nobody knows. */
  issuer: v.nullable(v.string()),
  displayName: v.nullable(v.string()),
  email: v.nullable(v.string()),
  thoughts: v.number(),
  sessions: v.number(),
  /** Null for a person who was removed without their thoughts. */
  lastSeenAt: v.nullable(v.number()),
});
export type Person = v.InferOutput<typeof Person>;

// A thought's author need not be among the users: they may have been removed.
const LIST = `select "uid", "issuer", coalesce("displayName", "uName") as "displayName", "email",
    coalesce("thoughts", 0) as "thoughts", coalesce("sessions", 0) as "sessions",
    case when "seen"."lastSeenAt" > "lastSignInTime" then "seen"."lastSeenAt"
      else "lastSignInTime" end as "lastSeenAt"
  from (select "uid" from "users" union select "uID" from "Thoughts-Data") as "known"
  left join "users" using ("uid")
  left join (
    select "uID" as "uid", count(*) as "thoughts", max("uName") as "uName"
    from "Thoughts-Data" group by "uID"
  ) as "authors" using ("uid")
  left join (
    select "uid", count(*) filter (where "createdAt" > ?1 and "lastSeenAt" > ?2) as "sessions",
      max("lastSeenAt") as "lastSeenAt"
    from "sessions" group by "uid"
  ) as "seen" using ("uid")
  order by 7 desc nulls last, "uid"`;

/** Lists the people of a board, those seen last first. */
export async function listPeople(database: Pick<Database, 'read'>, now: number): Promise<Person[]> {
  const parameters = [now - SESSION_TTL_MS, now - IDLE_TTL_MS];
  const [rows] = await database.read<[Row]>({ sql: LIST, parameters });
  return v.parse(v.array(Person), rows);
}

/** Ends all of a person's sessions. */
export async function signOutPerson(database: Pick<Database, 'write'>, uid: string): Promise<void> {
  await database.write(deleteFrom('sessions', uid));
}

/**
 * Removes a person, with their sessions and, unless they are kept, their thoughts: all or nothing.
 * Resolves with how many thoughts were deleted.
 */
export async function removePerson(
  database: Pick<Database, 'write'>,
  uid: string,
  { keepThoughts }: { keepThoughts: boolean },
): Promise<number> {
  const rest = [deleteFrom('sessions', uid), deleteFrom('users', uid)];
  if (keepThoughts) {
    await database.write(...rest);
    return 0;
  }
  const sql = `delete from "Thoughts-Data" where "uID" = ?1 returning "textID"`;
  const [deleted = []] = await database.write({ sql, parameters: [uid] }, ...rest);
  return deleted.length;
}

function deleteFrom(table: 'sessions' | 'users', uid: string): Statement {
  return { sql: `delete from "${table}" where "uid" = ?1`, parameters: [uid] };
}
