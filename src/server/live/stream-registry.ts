import type { Connection } from './connection.ts';

/** One reader's live stream. */
export interface Stream {
  uid: string;
  sessionID: string;
  connection: Connection;
}

/** All open streams, by whom they belong to. No operation walks through those of others. */
export interface StreamRegistry {
  all: () => ReadonlySet<Stream>;
  sessionIDs: () => Iterable<string>;
  ofSession: (sessionID: string) => readonly Stream[];
  countOf: (uid: string) => number;
  add: (stream: Stream) => void;
  /** Takes a stream out; false when it was not there. */
  remove: (stream: Stream) => boolean;
}

/** Creates an empty registry. */
export function createStreamRegistry(): StreamRegistry {
  const all = new Set<Stream>();
  const byUser = new Map<string, Set<Stream>>();
  const bySession = new Map<string, Set<Stream>>();
  return {
    all: () => all,
    sessionIDs: () => bySession.keys(),
    ofSession: (sessionID) => [...(bySession.get(sessionID) ?? [])],
    countOf: (uid) => byUser.get(uid)?.size ?? 0,
    add: (stream) => {
      all.add(stream);
      addTo(byUser, stream.uid, stream);
      addTo(bySession, stream.sessionID, stream);
    },
    remove: (stream) => {
      removeFrom(byUser, stream.uid, stream);
      removeFrom(bySession, stream.sessionID, stream);
      return all.delete(stream);
    },
  };
}

function addTo(groups: Map<string, Set<Stream>>, key: string, stream: Stream): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, new Set([stream]));
  else group.add(stream);
}

function removeFrom(groups: Map<string, Set<Stream>>, key: string, stream: Stream): void {
  const group = groups.get(key);
  group?.delete(stream);
  if (group?.size === 0) groups.delete(key);
}
