import { hash, randomBytes } from 'node:crypto';
import type { User } from '#shared/user.ts';
import type { Database } from '#server/database/database.ts';
import { refusalByDomain } from './allowed-domains.ts';
import { createLRUCache } from './lru-cache.ts';
import { userFromRow, type UserRow } from './user-store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A session that is not used ends after this long (ms). */
export const IDLE_TTL_MS = 14 * DAY_MS;
/** However busy, a session ends this long (ms) after signing in. */
export const SESSION_TTL_MS = 90 * DAY_MS;

const CACHE_LIMIT = 50_000;

/** A valid session; its id is the hash of the token in its cookie. */
export interface Session {
  id: string;
  user: User;
}

export interface SessionStore {
  /** Starts a session and returns its token, which is kept nowhere else. */
  create: (uid: string) => Promise<string>;
  /** Whether `find` needs no question to the database. */
  isCached: (id: string) => boolean;
  /** Finds a session that is neither revoked nor expired, and notes that it is in use. */
  find: (id: string) => Session | null;
  /** Ends a session, at once; resolves when that is on disk. */
  revoke: (id: string) => Promise<void>;
  purgeExpired: () => Promise<void>;
}

export interface SessionStoreOptions {
  /** Who vouches for people now. Sessions that another vouched for are not found. */
  issuer: string;
  /** The e-mail domains whose people may sign in now; sessions of others are not found. */
  allowDomains?: readonly string[];
  now: () => number;
  /** Called when it could not be noted that a session is in use. */
  onTouchError?: (error: unknown) => void;
}

interface CachedSession {
  session: Session;
  createdAt: number;
  lastSeenAt: number;
}

const FIND = `select "users".*, "createdAt", "lastSeenAt" from "sessions"
  join "users" on "users"."uid" = "sessions"."uid" where "tokenHash" = ? and "sessions"."issuer" = ?`;
const INSERT = `insert into "sessions" ("tokenHash", "uid", "issuer", "createdAt", "lastSeenAt")
  values (?1, ?2, ?3, ?4, ?4)`;
const TOUCH = `update "sessions" set "lastSeenAt" = ? where "tokenHash" = ?`;
const DELETE = `delete from "sessions" where "tokenHash" = ?`;
const DELETE_EXPIRED = `delete from "sessions" where "createdAt" <= ? or "lastSeenAt" <= ?`;

/** The id of the session that a token opens. */
export function sessionIDOf(token: string): string {
  return hash('sha256', token, 'base64url');
}

/** Creates the store of sessions. */
export function createSessionStore(database: Database, options: SessionStoreOptions): SessionStore {
  const { now, onTouchError } = options;
  const cache = createLRUCache<CachedSession>(CACHE_LIMIT);
  // Their rows may still be there until the commit.
  const revoked = new Set<string>();
  database.onCommitElsewhere(cache.clear);

  const find = (id: string): CachedSession | null => {
    const known = cache.get(id);
    if (known !== undefined) return known;
    const found = readSession(database, id, options);
    if (found !== null) cache.set(id, found);
    return found;
  };

  return {
    create: async (uid) => {
      const token = randomBytes(32).toString('base64url');
      const id = sessionIDOf(token);
      await database.write({ sql: INSERT, parameters: [id, uid, options.issuer, now()] });
      // The sign-in may have changed what the person's other sessions say of them.
      cache.deleteWhere(({ session }) => session.user.uid === uid);
      // The page that comes next preloads for sessions in memory only.
      find(id);
      return token;
    },
    isCached: (id) => cache.get(id) !== undefined,
    find: (id) => {
      const found = revoked.has(id) ? null : find(id);
      if (found === null || isExpired(found, now())) return null;
      // A day-long reader would otherwise cost a write per request.
      if (isTouchDue(found, now())) {
        // Nobody waits for it: a full disk must not keep people from reading.
        const before = found.lastSeenAt;
        found.lastSeenAt = now();
        touchSession(database, found).catch((error: unknown) => {
          found.lastSeenAt = before;
          onTouchError?.(error);
        });
      }
      return found.session;
    },
    revoke: async (id) => {
      revoked.add(id);
      try {
        await database.write({ sql: DELETE, parameters: [id] });
      } finally {
        cache.delete(id);
        revoked.delete(id);
      }
    },
    purgeExpired: async () => {
      // A day late, because a clock that jumped ahead for a while must not end sessions for good.
      const day = now() - DAY_MS;
      const parameters = [day - SESSION_TTL_MS, day - IDLE_TTL_MS];
      await database.write({ sql: DELETE_EXPIRED, parameters });
    },
  };
}

function readSession(
  database: Database,
  id: string,
  { issuer, allowDomains = [] }: SessionStoreOptions,
): CachedSession | null {
  type Found = UserRow & { createdAt: number; lastSeenAt: number };
  const [row] = database.read<Found>(FIND, id, issuer);
  if (row === undefined || refusalByDomain(row, allowDomains) !== null) return null;
  const { createdAt, lastSeenAt } = row;
  return { session: { id, user: userFromRow(row) }, createdAt, lastSeenAt };
}

async function touchSession(
  database: Database,
  { session, lastSeenAt }: CachedSession,
): Promise<void> {
  await database.write({ sql: TOUCH, parameters: [lastSeenAt, session.id] });
}

function isTouchDue({ session, lastSeenAt }: CachedSession, now: number): boolean {
  const unnoted = now - lastSeenAt;
  return unnoted >= HOUR_MS && unnoted >= HOUR_MS + spreadOf(session.id);
}

/** Up to an hour by the id, so that sessions that began together are not noted together. */
function spreadOf(id: string): number {
  return (Buffer.from(id, 'base64url').readUInt16BE() / 2 ** 16) * HOUR_MS;
}

function isExpired({ createdAt, lastSeenAt }: CachedSession, now: number): boolean {
  return createdAt <= now - SESSION_TTL_MS || lastSeenAt <= now - IDLE_TTL_MS;
}
