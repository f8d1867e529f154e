import { IDLE_TTL_MS, SESSION_TTL_MS } from '#server/auth/session-store.ts';
import type { Database, Statement } from '#server/database/database.ts';
import { lineOf } from './board-file.ts';

/** Someone who has signed in here, has thoughts here, or is blocked. Times in ms since 1970. */
export interface ListedPerson {
  uid: string;
  issuer: string | null;
  displayName: string | null;
  email: string | null;
  thoughts: number;
  sessions: number;
  /** Null for a person who was removed without their thoughts. */
  lastSeenAt: number | null;
  /** 1 for a person who may not sign in, else 0. */
  isBlocked: number;
}

// A thought's author may have been removed from the users.
const LIST = `select "uid", "issuer", coalesce("displayName", "uName") as "displayName", "email",
    coalesce("thoughts", 0) as "thoughts", coalesce("sessions", 0) as "sessions",
    case when "seen"."lastSeenAt" > "lastSignInTime" then "seen"."lastSeenAt"
      else "lastSignInTime" end as "lastSeenAt",
    case when "uid" in (select "uid" from "blocked") then 1 else 0 end as "isBlocked"
  from (
    select "uid" from "users" union select "uID" from "Thoughts-Data" union select "uid" from "blocked"
  ) as "known"
  left join "users" using ("uid")
  left join (
    select "uID" as "uid", count(*) as "thoughts", max("uName") as "uName"
    from "Thoughts-Data" group by "uID"
  ) as "authors" using ("uid")
  left join (
    select "uid", count(*) filter (where "createdAt" > :lastBegun and "lastSeenAt" > :lastUsed) as "sessions",
      max("lastSeenAt") as "lastSeenAt"
    from "sessions" group by "uid"
  ) as "seen" using ("uid")
  order by 7 desc nulls last, "uid"`;

/** Lists all people, those seen last first; `now` in ms since 1970. */
export async function listPeople(database: Database, now: number): Promise<ListedPerson[]> {
  const parameters = { lastBegun: now - SESSION_TTL_MS, lastUsed: now - IDLE_TTL_MS };
  const [people] = await database.read<[ListedPerson]>({ sql: LIST, parameters });
  return people;
}

/** A person as a line of JSON, with UTC strings for times. */
export function lineAbout({ lastSeenAt, ...person }: ListedPerson): string {
  const time = lastSeenAt === null ? null : new Date(lastSeenAt).toISOString();
  return escapeUnsafe(JSON.stringify({ ...person, lastSeenAt: time }));
}

/** Blocks a person, who need not be known, and ends their sessions. */
export async function blockPerson(database: Database, uid: string): Promise<void> {
  const block = `insert into "blocked" values (:uid) on conflict do nothing`;
  await database.write({ sql: block, parameters: { uid } }, deleteFrom('sessions', uid));
}

/** Removes a person with sessions and thoughts, all or nothing; resolves with how many thoughts. */
export async function removePerson(database: Database, uid: string): Promise<number> {
  const thoughts = `delete from "Thoughts-Data" where "uID" = :uid returning "textID"`;
  const [, , deleted = []] = await database.write(
    deleteFrom('sessions', uid),
    deleteFrom('users', uid),
    { sql: thoughts, parameters: { uid } },
  );
  return deleted.length;
}

/** All that the board stores of a person, as JSON lines: the person, then their thoughts, the oldest first. */
export async function exportPerson(database: Database, uid: string): Promise<string> {
  const thoughts = `select 'thought' as "kind", * from "Thoughts-Data" where "uID" = :uid`;
  const rows = await database.read(
    { sql: `select 'person' as "kind", * from "users" where "uid" = :uid`, parameters: { uid } },
    { sql: `${thoughts} order by "createdAt"`, parameters: { uid } },
  );
  const lines = rows.flat().map((row) => escapeUnsafe(lineOf(row).trimEnd()));
  return lines.join('\n');
}

/** Deletes thoughts, whoever wrote them; resolves with the ids that existed. */
export async function removeThoughts(
  database: Database,
  textIDs: readonly string[],
): Promise<string[]> {
  const sql = `delete from "Thoughts-Data" where "textID" = :textID returning "textID"`;
  const removed = await database.write(
    ...textIDs.map((textID) => ({ sql, parameters: { textID } })),
  );
  return removed.flat().map(({ textID }) => String(textID));
}

export function deleteFrom(table: 'blocked' | 'sessions' | 'users', uid: string): Statement {
  return { sql: `delete from "${table}" where "uid" = :uid`, parameters: { uid } };
}

export function describePerson({ uid, displayName }: ListedPerson): string {
  return escapeUnsafe(displayName ? `${displayName} (${uid})` : uid);
}

// Control characters, invisible ones, and those that change the direction of text.
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/** Escapes people's text so that it is safe in a terminal, and valid in JSON. */
export function escapeUnsafe(text: string): string {
  return text.replaceAll(UNSAFE, (sign) => sign.split('').map(escapeUnit).join(''));
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
