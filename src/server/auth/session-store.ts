import { createHash, randomBytes } from 'node:crypto';
import type { User } from '#shared/user.ts';
import type { Database } from '#server/database/schema.ts';
import { userFromRow } from './user-store.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const IDLE_LIFE = 14 * DAY;
/** However busy, a session ends this long (ms) after signing in. */
export const SESSION_LIFE = 90 * DAY;

/** A live session; its id is the hash of the token in its cookie. */
export interface Session {
  id: string;
  user: User;
}

export interface SessionStore {
  /** Starts a session and returns its token, which is kept nowhere else. */
  create: (uid: string) => Promise<string>;
  /** Finds a session that is neither revoked nor expired, and notes that it is in use. */
  find: (id: string) => Promise<Session | null>;
  revoke: (id: string) => Promise<void>;
  /** Deletes what has expired. */
  sweep: () => Promise<void>;
}

/** The id of the session that a token opens. */
export function sessionIDOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Creates the store of sessions. */
export function createSessionStore(database: Database, now: () => number): SessionStore {
  const touch = async (tokenHash: string, lastSeenAt: number): Promise<void> => {
    // A day-long reader would otherwise cost a write per request.
    if (now() - lastSeenAt < HOUR) return;
    await database
      .updateTable('sessions')
      .set({ lastSeenAt: now() })
      .where('tokenHash', '=', tokenHash)
      .execute();
  };

  return {
    create: async (uid) => {
      const token = randomBytes(32).toString('base64url');
      await database
        .insertInto('sessions')
        .values({ tokenHash: sessionIDOf(token), uid, createdAt: now(), lastSeenAt: now() })
        .execute();
      return token;
    },
    find: async (id) => {
      const row = await database
        .selectFrom('sessions')
        .innerJoin('users', 'users.uid', 'sessions.uid')
        .selectAll('users')
        .select('lastSeenAt')
        .where('tokenHash', '=', id)
        .where('createdAt', '>', now() - SESSION_LIFE)
        .where('lastSeenAt', '>', now() - IDLE_LIFE)
        .executeTakeFirst();
      if (row === undefined) return null;
      await touch(id, row.lastSeenAt);
      return { id, user: userFromRow(row) };
    },
    revoke: async (id) => {
      await database.deleteFrom('sessions').where('tokenHash', '=', id).execute();
    },
    sweep: async () => {
      await database
        .deleteFrom('sessions')
        .where((session) =>
          session.or([
            session('createdAt', '<=', now() - SESSION_LIFE),
            session('lastSeenAt', '<=', now() - IDLE_LIFE),
          ]),
        )
        .execute();
    },
  };
}
