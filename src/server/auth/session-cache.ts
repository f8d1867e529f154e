import { LRUCache } from 'lru-cache';
import type { User } from '#shared/user.ts';
import type { Database, People } from '#server/database/database.ts';

const CACHE_LIMIT = 50_000;

/** A valid session; its id is the hash of the token in its cookie. */
export interface Session {
  id: string;
  user: User;
}

export interface CachedSession {
  session: Session;
  createdAt: number;
  lastSeenAt: number;
}

/** Creates the memory of sessions, which keeps none that was forgotten while it was being read. */
export function createSessionCache(
  database: Pick<Database, 'onPeopleChangedElsewhere'>,
  read: (id: string) => Promise<CachedSession | null>,
) {
  const cache = new LRUCache<string, CachedSession>({ max: CACHE_LIMIT });
  let forgotten = 0;
  const forgetPeople = (uids: People): void => {
    forgotten += 1;
    for (const [id, { session }] of cache) {
      if (uids === null || uids.has(session.user.uid)) cache.delete(id);
    }
  };
  database.onPeopleChangedElsewhere(forgetPeople);

  const load = async (id: string): Promise<CachedSession | null> => {
    const before = forgotten;
    const found = await read(id);
    // It may have ended since it was read.
    if (before !== forgotten) return load(id);
    if (found !== null) cache.set(id, found);
    return found;
  };
  return {
    get: (id: string) => cache.get(id),
    load,
    forget: (id: string): void => {
      forgotten += 1;
      cache.delete(id);
    },
    forgetPerson: (uid: string): void => forgetPeople(new Set([uid])),
  };
}
