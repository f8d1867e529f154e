import type { People } from '#server/database/database.ts';
import type { ListenerEvents } from './listener.ts';

/** What the other servers of a board change, as far as this one has to know. */
export interface PeerChanges {
  events: ListenerEvents;
  /** Why no notifications arrive; null while they do. */
  loss: () => string | null;
}

export interface PeerChangesOptions {
  /** Whether a process of the database is the one that writes for this server, which knows of that. */
  isOwn: (processID: number | null) => boolean;
  onChanges: () => void;
  onPeople: (uids: People) => void;
  /** Called with why notifications no longer arrive, or with null when they do again. */
  onLoss: (reason: string | null) => void;
}

/** Turns the listener's notifications into changes. */
export function createPeerChanges(options: PeerChangesOptions): PeerChanges {
  const { isOwn, onChanges, onPeople, onLoss } = options;
  const changed = new Set<string>();
  let loss: string | null = null;
  const emitPeople = (): void => {
    if (changed.size > 0) onPeople(new Set(changed));
    changed.clear();
  };
  const assumeChanges = (): void => {
    onPeople(null);
    onChanges();
  };
  return {
    events: {
      onChanges: (processID) => {
        // Who was signed out in the same transaction is to see nothing of it.
        emitPeople();
        if (!isOwn(processID)) onChanges();
      },
      onPerson: (uid, processID) => {
        if (isOwn(processID)) return;
        // Thousands may be notified at once.
        if (changed.size === 0) setImmediate(emitPeople);
        changed.add(uid);
      },
      onLost: (reason) => {
        loss = reason;
        onLoss(reason);
        // Reading may work all the same.
        assumeChanges();
      },
      onBack: () => {
        loss = null;
        onLoss(null);
        assumeChanges();
      },
    },
    loss: () => loss,
  };
}
