import { hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { createLazy } from '#shared/lazy.ts';
import type { User } from '#shared/user.ts';
import type { Database, Row } from '#server/database/database.ts';
import { userFromRow, type UserRow } from './identity.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
export const IDLE_TTL_MS = 14 * DAY_MS;
/** Even a session in use ends this long after the sign-in. */
export const SESSION_TTL_MS = 90 * DAY_MS;

const CACHE_LIMIT = 50_000;
/** Sessions queried at once, so that other requests reach the database in between. */
const QUERIED_TOGETHER = 200;

/** A valid session; its id is the hash of the token in its cookie. */
export interface Session {
  id: string;
  user: User;
  createdAt: number;
  lastSeenAt: number;
}

export type SessionStore = ReturnType<typeof createSessionStore>;

const FIND = `select "users".*, "createdAt", "lastSeenAt" from "sessions"
  join "users" on "users"."uid" = "sessions"."uid" where "tokenHash" = :id and "sessions"."issuer" = :issuer`;
const INSERT = `insert into "sessions" ("tokenHash", "uid", "issuer", "createdAt", "lastSeenAt")
  select :id, :uid, :issuer, :now, :now where :uid not in (select "uid" from "blocked") returning "uid"`;
const TOUCH = `update "sessions" set "lastSeenAt" = :now where "tokenHash" = :id`;
const DELETE = `delete from "sessions" where "tokenHash" = :id returning "uid"`;
const DELETE_EXPIRED = `delete from "sessions" where "createdAt" <= :lastBegun or "lastSeenAt" <= :lastUsed`;

/** The id of a session, by which it is stored: the hash of the token in its cookie. */
export function sessionIDOf(token: string): string {
  return hash('sha256', token, 'base64url');
}

/** Creates the store of one issuer's sessions; those of another issuer are not found. */
export function createSessionStore(database: Database, issuer: string, now = Date.now) {
  const cache = createSessionCache(database, issuer);

  const touch = (found: Session): void => {
    found.lastSeenAt = now();
    const parameters = { now: found.lastSeenAt, id: found.id };
    database.write({ sql: TOUCH, parameters }).catch(() => {
      // A full disk must not keep people from reading; in an hour it is tried again.
    });
  };
  /** The result of `find` without a query; undefined when a query is needed. */
  const findCached = (id: string): Session | undefined => {
    const found = cache.get(id);
    // If the session seems expired, its row decides: another server may have recorded its use.
    if (found === undefined || isExpired(found, now())) return undefined;
    // Use is recorded hourly: otherwise every request would cost a write.
    if (now() - found.lastSeenAt >= HOUR_MS) touch(found);
    return found;
  };
  /** Finds a session that is neither revoked nor expired, and records its use. */
  const find = async (id: string): Promise<Session | null> => {
    const cached = findCached(id);
    if (cached !== undefined) return cached;
    const read = await cache.load(id);
    if (read === null || isExpired(read, now())) return null;
    return find(id); // The session may have been revoked since it was read.
  };

  return {
    issuer,
    /** Starts a session and returns its token, of which only the hash is stored; rejects if the person is blocked. */
    create: async (uid: string): Promise<string> => {
      const token = randomBytes(32).toString('base64url');
      const id = sessionIDOf(token);
      const parameters = { id, uid, issuer, now: now() };
      const [[inserted]] = await database.write<[Row]>({ sql: INSERT, parameters });
      // An operator may have blocked them since the sign-in was recorded.
      if (inserted === undefined) throw new Error('The person is blocked.');
      // The next page sends its preloads only for a cached session.
      await cache.load(id).catch(() => null);
      return token;
    },
    findCached,
    find,
    /** Which of these sessions are over; rejects when one can't be queried. */
    findEnded: (ids: readonly string[]) => findEnded(find, ids),
    /** Revokes a session; resolves once that is on disk, with the person's uid, or null if there is none. */
    revoke: async (id: string): Promise<string | null> => {
      const deletion = { sql: DELETE, parameters: { id } };
      // A write that failed may still have taken effect.
      const written = database.write<[{ uid: string }]>(deletion).finally(() => cache.forget(id));
      const [[row]] = await written;
      return row?.uid ?? null;
    },
    /** Deletes expired sessions, once something besides the clock says that they are. */
    purgeExpired: createPurge(database, now),
  };
}

async function findEnded(
  find: (id: string) => Promise<Session | null>,
  ids: readonly string[],
): Promise<string[]> {
  const ended: string[] = [];
  for (let start = 0; start < ids.length; start += QUERIED_TOGETHER) {
    const batch = ids.slice(start, start + QUERIED_TOGETHER);
    const found = await Promise.all(batch.map(find));
    ended.push(...batch.filter((_id, at) => found[at] === null));
  }
  return ended;
}

/** How far (ms) behind the clock a board's last use may lie for the clock to be believed at once. */
const RECENT_USE_MS = 2 * DAY_MS;

/**
 * Creates what deletes expired sessions. A server that starts with its clock far ahead must not end everybody's: so
 * far the clock is believed only if the board was in use lately by it, or when the server has run for a day.
 */
function createPurge(database: Database, now: () => number): () => Promise<void> {
  const startedAt = performance.now();
  const readLastUse = createLazy(async () => {
    const [[row]] = await database.read<[{ at: number | null }]>({
      sql: 'select max("lastSeenAt") as "at" from "sessions"',
    });
    return row?.at ?? -Infinity;
  });
  return async () => {
    const lastUse = await readLastUse();
    const isBelieved = now() - lastUse < RECENT_USE_MS || performance.now() - startedAt > DAY_MS;
    if (isBelieved) await deleteExpired(database, now());
  };
}

async function deleteExpired(database: Database, now: number): Promise<void> {
  // Rows go a day late, because a clock that jumped ahead for a while must not end sessions for good.
  const day = now - DAY_MS;
  const parameters = { lastBegun: day - SESSION_TTL_MS, lastUsed: day - IDLE_TTL_MS };
  await database.write({ sql: DELETE_EXPIRED, parameters });
}

function isExpired({ createdAt, lastSeenAt }: Session, now: number): boolean {
  return createdAt <= now - SESSION_TTL_MS || lastSeenAt <= now - IDLE_TTL_MS;
}

/** Creates the cache of sessions; one that was dropped while it was being read is read again. */
function createSessionCache(database: Database, issuer: string) {
  type Found = UserRow & Pick<Session, 'createdAt' | 'lastSeenAt'>;
  const cache = new LRUCache<string, Session>({ max: CACHE_LIMIT });
  let forgotten = 0;
  database.events.on('people', (uids) => {
    forgotten += 1;
    for (const [id, { user }] of cache) {
      if (uids === null || uids.has(user.uid)) cache.delete(id);
    }
  });

  const load = async (id: string): Promise<Session | null> => {
    const before = forgotten;
    const [[row]] = await database.read<[Found]>({ sql: FIND, parameters: { id, issuer } });
    if (before !== forgotten) return load(id); // The session may have ended since it was read.
    if (row === undefined) return null;
    const { createdAt, lastSeenAt } = row;
    const session = { id, user: userFromRow(row), createdAt, lastSeenAt };
    cache.set(id, session);
    return session;
  };
  return {
    get: (id: string) => cache.get(id),
    load,
    forget: (id: string): void => {
      forgotten += 1;
      cache.delete(id);
    },
  };
}
