import type { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import { IDLE_TTL_MS, SESSION_TTL_MS } from '#server/auth/session-store.ts';

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
    max("lastSignInTime", coalesce("seen"."lastSeenAt", 0)) as "lastSeenAt"
  from (select "uid" from "users" union select "uID" from "Thoughts-Data")
  left join "users" using ("uid")
  left join (
    select "uID" as "uid", count(*) as "thoughts", max("uName") as "uName"
    from "Thoughts-Data" group by "uID"
  ) using ("uid")
  left join (
    select "uid", count(*) filter (where "createdAt" > ? and "lastSeenAt" > ?) as "sessions",
      max("lastSeenAt") as "lastSeenAt"
    from "sessions" group by "uid"
  ) as "seen" using ("uid")
  order by "lastSeenAt" desc, "uid"`;

/** Lists the people of a board, those seen last first. */
export function listPeople(database: DatabaseSync, now: number): Person[] {
  const rows = database.prepare(LIST).all(now - SESSION_TTL_MS, now - IDLE_TTL_MS);
  return v.parse(v.array(Person), rows);
}

/** Ends all of a person's sessions. */
export function signOutPerson(database: DatabaseSync, uid: string): void {
  database.prepare('delete from "sessions" where "uid" = ?').run(uid);
}

/**
 * Removes a person, with their sessions and, unless they are kept, their thoughts: all or nothing.
 * Returns how many thoughts were deleted. An e-mail or a name stays in no free page of the file; the
 * write-ahead log has them until `emptyLog`.
 */
export function removePerson(
  database: DatabaseSync,
  uid: string,
  { keepThoughts }: { keepThoughts: boolean },
): number {
  database.exec('pragma secure_delete = on; begin immediate');
  try {
    signOutPerson(database, uid);
    const removal = database.prepare('delete from "Thoughts-Data" where "uID" = ?');
    const removed = keepThoughts ? 0 : Number(removal.run(uid).changes);
    database.prepare('delete from "users" where "uid" = ?').run(uid);
    database.exec('commit');
    return removed;
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}

/**
 * Folds the write-ahead log into the file and empties it, so that what was deleted is in neither.
 * False when another process reads what is in the log for longer than a second.
 */
export function emptyLog(database: DatabaseSync): boolean {
  database.exec('pragma busy_timeout = 1000');
  return database.prepare('pragma wal_checkpoint(truncate)').get()?.['busy'] === 0;
}
