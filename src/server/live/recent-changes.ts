import { formatPosition, parsePosition, STREAM_EVENTS } from '#shared/wire.ts';
import { TAIL_LIMIT, type NumberedChange, type Tail } from '#server/thoughts/change-log.ts';
import { VERSION } from '#server/version.ts';

type EventName = (typeof STREAM_EVENTS)[keyof typeof STREAM_EVENTS];

interface RecentChange {
  number: number;
  json: string;
  event: Buffer;
}

/** Keeps in memory what the log has, each change encoded once. */
export function createRecentChanges(begun: Tail) {
  const { epoch } = parsePosition(begun.position);
  let { position, start } = begun;
  const recent: RecentChange[] = begun.changes.map((change) => encodeChange(epoch, change));
  // One replay is enough: readers who return together mostly left together.
  let lastReplay: { number: number; events: Buffer } | null = null;
  const after = (number: number): readonly RecentChange[] =>
    recent.slice(recent.findLastIndex((change) => change.number <= number) + 1);
  /** A position's number; null unless all changes after it are in memory. */
  const knownNumber = (requested: string): number | null => {
    const { epoch: requestedEpoch, number } = parsePosition(requested);
    const isKnown = number >= start && number <= parsePosition(position).number;
    return isKnown && requestedEpoch === epoch ? number : null;
  };
  return {
    position: () => position,
    /** Adds the changes of a tail; returns their events. */
    append: (tail: Tail): Buffer => {
      const added = tail.changes.map((change) => encodeChange(epoch, change));
      ({ position } = tail);
      lastReplay = null;
      recent.push(...added);
      const dropped = recent.splice(0, recent.length - TAIL_LIMIT);
      start = dropped.at(-1)?.number ?? start;
      return eventsOf(added);
    },
    /** The events after a position; null when they are not all in memory. */
    replay: (requested: string): Buffer | null => {
      const number = knownNumber(requested);
      if (number === null) return null;
      if (lastReplay?.number !== number) lastReplay = { number, events: eventsOf(after(number)) };
      return lastReplay.events;
    },
    /** The changes after a position, as the JSON of `Changes`. */
    toJSON: (requested: string | undefined): string => {
      const number = requested === undefined ? null : knownNumber(requested);
      const changes = number === null ? [] : after(number).map(({ json }) => json);
      return `{"resumed":${number !== null},"changes":[${changes.join()}],"position":"${position}","version":"${VERSION}"}`;
    },
  };
}

function eventsOf(changes: readonly RecentChange[]): Buffer {
  return Buffer.concat(changes.map(({ event }) => event));
}

function encodeChange(epoch: string, { number, change }: NumberedChange): RecentChange {
  const json = JSON.stringify(change);
  const event = encodeEvent(STREAM_EVENTS.change, json, formatPosition(epoch, number));
  return { number, json, event };
}

/** The bytes of one server-sent event. JSON has no raw line breaks, so one data line is enough. */
export function encodeEvent(event: EventName, json: string, position?: string): Buffer {
  const id = position === undefined ? '' : `id: ${position}\n`;
  return Buffer.from(`event: ${event}\n${id}data: ${json}\n\n`);
}
