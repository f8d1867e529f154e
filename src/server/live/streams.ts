import type { StreamConnection } from './stream-connection.ts';

export interface Stream {
  uid: string;
  sessionID: string;
  tab?: string | undefined;
  connection: StreamConnection;
}

export type Streams = ReturnType<typeof createStreams>;

/** All open streams, by whom they belong to. No operation walks through those of others. */
export function createStreams() {
  const all = new Set<Stream>();
  const byUser: Groups = new Map();
  const bySession: Groups = new Map();
  const ofUser = (uid: string): readonly Stream[] => byUser.get(uid) ?? [];
  const remove = (stream: Stream): void => {
    all.delete(stream);
    removeFrom(byUser, stream.uid, stream);
    removeFrom(bySession, stream.sessionID, stream);
  };
  return {
    all,
    ofUser,
    ofSession: (sessionID: string): readonly Stream[] => bySession.get(sessionID) ?? [],
    find: (uid: string, tab: string | undefined): Stream | undefined =>
      tab === undefined ? undefined : ofUser(uid).find((other) => other.tab === tab),
    add: (stream: Stream): void => {
      all.add(stream);
      addTo(byUser, stream.uid, stream);
      addTo(bySession, stream.sessionID, stream);
    },
    remove,
    drop: (stream: Stream): void => {
      remove(stream);
      stream.connection.destroy();
    },
    end: (ended: Iterable<Stream>, last?: Buffer): void => {
      for (const stream of ended) {
        remove(stream);
        stream.connection.end(last);
      }
    },
  };
}

/** Lists of a few streams: a set for each of thousands of readers would hold more memory. */
type Groups = Map<string, readonly Stream[]>;

function addTo(groups: Groups, key: string, stream: Stream): void {
  groups.set(key, [...(groups.get(key) ?? []), stream]);
}

function removeFrom(groups: Groups, key: string, stream: Stream): void {
  const others = groups.get(key)?.filter((other) => other !== stream) ?? [];
  if (others.length > 0) groups.set(key, others);
  else groups.delete(key);
}
