import { IDLE_TTL_MS, SESSION_TTL_MS } from '#server/auth/session-store.ts';
import type { Database, Statement } from '#server/database/database.ts';

/** Someone who signed in here, or whose thoughts are here. Times in milliseconds since 1970. */
export interface Person {
  uid: string;
  /** The name of who vouches for them; null when nobody knows. */
  issuer: string | null;
  displayName: string | null;
  email: string | null;
  thoughts: number;
  sessions: number;
  /** Null for a person who was removed without their thoughts. */
  lastSeenAt: number | null;
}

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
export async function listPeople(database: Database, now: number): Promise<Person[]> {
  const parameters = [now - SESSION_TTL_MS, now - IDLE_TTL_MS];
  const [people] = await database.read<[Person]>({ sql: LIST, parameters });
  return people;
}

/** Ends all of a person's sessions. */
export async function signOutPerson(database: Database, uid: string): Promise<void> {
  await database.write(deleteFrom('sessions', uid));
}

/**
 * Removes a person, with their sessions and, unless they are kept, their thoughts: all or nothing.
 * Resolves with how many thoughts were deleted.
 */
export async function removePerson(
  database: Database,
  { uid, keepThoughts }: { uid: string; keepThoughts: boolean },
): Promise<number> {
  const thoughts = `delete from "Thoughts-Data" where "uID" = ?1 returning "textID"`;
  const [, , deleted = []] = await database.write(
    deleteFrom('sessions', uid),
    deleteFrom('users', uid),
    ...(keepThoughts ? [] : [{ sql: thoughts, parameters: [uid] }]),
  );
  return deleted.length;
}

function deleteFrom(table: 'sessions' | 'users', uid: string): Statement {
  return { sql: `delete from "${table}" where "uid" = ?1`, parameters: [uid] };
}
