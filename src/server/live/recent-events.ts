/** A change as the bytes every reader gets, with its number in the log. */
export interface NumberedEvent {
  number: number;
  bytes: Buffer;
}

/** The latest events, kept for readers that come back. */
export interface RecentEvents {
  /** The number after which every event is here. */
  start: () => number;
  /** Adds what came after; returns its bytes. */
  append: (events: readonly NumberedEvent[]) => Buffer;
  /** Adds what came before, back to a new start. */
  prepend: (events: readonly NumberedEvent[], start: number) => void;
  /** The bytes of all events after a number: the same for all who ask between two changes. */
  since: (number: number) => Buffer;
}

/** Events that may be too many before the oldest are let go. */
const SLACK = 500;

/** Creates the memory of events, empty at a number; it keeps about `limit`. */
export function createRecentEvents(start: number, limit: number): RecentEvents {
  let events: NumberedEvent[] = [];
  let first = start;
  // One is enough: those who come back together have mostly left together.
  let latest: NumberedEvent | null = null;

  return {
    start: () => first,
    append: (added) => {
      latest = null;
      events.push(...added);
      if (events.length > limit + SLACK) {
        for (const { number } of events.splice(0, events.length - limit)) first = number;
      }
      return bytesOf(added);
    },
    prepend: (added, newStart) => {
      events = [...added, ...events];
      first = newStart;
    },
    since: (number) => {
      if (latest?.number === number) return latest.bytes;
      const from = events.findLastIndex((event) => event.number <= number) + 1;
      const bytes = bytesOf(events.slice(from));
      latest = { number, bytes };
      return bytes;
    },
  };
}

function bytesOf(events: readonly NumberedEvent[]): Buffer {
  return Buffer.concat(events.map(({ bytes }) => bytes));
}
