import type { People } from '#server/database/database.ts';
import type { StreamConnection } from './stream-connection.ts';

/** One reader's live stream. */
export interface Stream {
  uid: string;
  sessionID: string;
  /** The tab it belongs to, if that was named. */
  tab?: string | undefined;
  connection: StreamConnection;
}

/** All open streams, by whom they belong to. No operation walks through those of others. */
export interface StreamRegistry {
  all: () => ReadonlySet<Stream>;
  /** The sessions of people that have streams. */
  sessionIDs: (uids: People) => string[];
  ofSession: (sessionID: string) => readonly Stream[];
  countOf: (uid: string) => number;
  /** Whether a person's tab has a stream. */
  has: (uid: string, tab: string | undefined) => boolean;
  /** Puts a stream in, and takes its tab's older one out; returns that one. */
  add: (stream: Stream) => Stream | undefined;
  /** Takes a stream out, if it is there. */
  remove: (stream: Stream) => void;
}

/** Creates an empty registry. */
export function createStreamRegistry(): StreamRegistry {
  const all = new Set<Stream>();
  const byUser: Groups = new Map();
  const bySession: Groups = new Map();
  const find = (uid: string, tab: string | undefined): Stream | undefined =>
    tab === undefined ? undefined : byUser.get(uid)?.find((other) => other.tab === tab);
  const remove = (stream: Stream): void => {
    removeFrom(byUser, stream.uid, stream);
    removeFrom(bySession, stream.sessionID, stream);
    all.delete(stream);
  };
  return {
    all: () => all,
    sessionIDs: (uids) =>
      uids === null ? [...bySession.keys()] : [...new Set(sessionsOf(byUser, uids))],
    ofSession: (sessionID) => bySession.get(sessionID) ?? [],
    countOf: (uid) => byUser.get(uid)?.length ?? 0,
    has: (uid, tab) => find(uid, tab) !== undefined,
    add: (stream) => {
      const former = find(stream.uid, stream.tab);
      if (former !== undefined) remove(former);
      all.add(stream);
      addTo(byUser, stream.uid, stream);
      addTo(bySession, stream.sessionID, stream);
      return former;
    },
    remove,
  };
}

/** Lists of a few streams: a set for each of thousands of readers would hold more memory. */
type Groups = Map<string, readonly Stream[]>;

function sessionsOf(byUser: Groups, uids: ReadonlySet<string>): string[] {
  return [...uids].flatMap((uid) => byUser.get(uid) ?? []).map(({ sessionID }) => sessionID);
}

function addTo(groups: Groups, key: string, stream: Stream): void {
  groups.set(key, [...(groups.get(key) ?? []), stream]);
}

function removeFrom(groups: Groups, key: string, stream: Stream): void {
  const others = groups.get(key)?.filter((other) => other !== stream) ?? [];
  if (others.length > 0) groups.set(key, others);
  else groups.delete(key);
}
