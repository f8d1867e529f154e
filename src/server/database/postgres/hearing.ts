import type { People } from '#server/database/database.ts';
import type { ListenerEvents } from './listener.ts';

/** What a server makes of what it hears of the others. */
export interface Hearing {
  events: ListenerEvents;
  /** Why nothing is heard; null while it is. */
  loss: () => string | null;
}

export interface HearingOptions {
  /** Whether a process of the database is the one that writes for this server, which knows of that. */
  isOwn: (processID: number | null) => boolean;
  onChanges: () => void;
  onPeople: (uids: People) => void;
  /** Called when nothing is heard any more, and when the reason changes. */
  onLoss: () => void;
}

/** Creates the hearing of a server. */
export function createHearing(options: HearingOptions): Hearing {
  const { isOwn, onChanges, onPeople, onLoss } = options;
  const changed = new Set<string>();
  let loss: string | null = null;
  const tellOfPeople = (): void => {
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
        tellOfPeople();
        if (!isOwn(processID)) onChanges();
      },
      onPerson: (uid, processID) => {
        if (isOwn(processID)) return;
        // Thousands may be told of at once.
        if (changed.size === 0) setImmediate(tellOfPeople);
        changed.add(uid);
      },
      onLost: (reason) => {
        const isKnown = reason === loss;
        loss = reason;
        if (!isKnown) onLoss();
        // Reading may work all the same.
        assumeChanges();
      },
      onBack: () => {
        loss = null;
        assumeChanges();
      },
    },
    loss: () => loss,
  };
}
