import type { StoredRow } from './stored-in-postgres.ts';

/** A write that was acknowledged; times by this process's own clock, in milliseconds. */
export interface AcknowledgedWrite {
  kind: 'add' | 'edit' | 'delete';
  /** The server it was sent to. */
  server: number;
  textID: string;
  text: string;
  /** The version that it made. */
  version: number;
  began: number;
  ended: number;
}

/** The newest page, as a server gave it. */
export interface PageRead {
  server: number;
  began: number;
  ended: number;
  /** Newest first. */
  thoughts: { textID: string; version: number }[];
  /** Whether there are more below. */
  more: boolean;
}

/** All that was answered. */
export interface History {
  writes: AcknowledgedWrite[];
  reads: PageRead[];
}

/**
 * Says where a board, whose every write was acknowledged in the end, differs from what that makes
 * of it: nothing is lost, doubled or another's.
 */
export function findStrayRows({ writes }: History, stored: readonly StoredRow[]): string[] {
  const wanted = new Map<string, string>();
  for (const { kind, textID, text, version } of writes.toSorted((a, b) => a.ended - b.ended)) {
    if (kind === 'delete') wanted.delete(textID);
    else wanted.set(textID, `${textID} ${version} ${text}`);
  }
  const there = stored.map(({ textID, version, text }) => `${textID} ${version} ${text}`);
  const [expected, found] = [new Set(wanted.values()), new Set(there)];
  return [
    ...[...expected].filter((row) => !found.has(row)).map((row) => `lost: ${row}`),
    ...there.filter((row) => !expected.has(row)).map((row) => `strange: ${row}`),
    ...(found.size === there.length ? [] : [`${there.length - found.size} doubled`]),
  ];
}

/**
 * Says which pages could not have been: those that lack what their server had acknowledged before
 * they were asked for, that show what it had deleted, or that are out of order.
 */
export function findWrongPages({ writes, reads }: History, stored: readonly StoredRow[]): string[] {
  const places = new Map(stored.map(({ textID }, index) => [textID, index]));
  const ofThought = [...Map.groupBy(writes, ({ textID }) => textID)];
  return reads.flatMap((read) => {
    const versions = new Map(read.thoughts.map(({ textID, version }) => [textID, version]));
    const shown = [...versions.keys()].flatMap((textID) => places.get(textID) ?? []);
    const isOrdered = shown.every((place, index) => place > (shown[index - 1] ?? -1));
    const bottom = read.more ? (shown.at(-1) ?? -1) : Infinity;
    const faults = ofThought.flatMap(([textID, its]) => {
      const place = places.get(textID) ?? Infinity;
      const fault = findFault(read, its, {
        version: versions.get(textID),
        isAbove: place < bottom,
      });
      return fault === null ? [] : [`${fault} ${textID}`];
    });
    const all = isOrdered ? faults : ['is out of order', ...faults];
    return all.map((what) => `a page of server ${read.server} ${what}`);
  });
}

/** What is wrong with a thought on a page, by the writes of it. */
function findFault(
  { server, began, ended }: PageRead,
  writes: readonly AcknowledgedWrite[],
  { version, isAbove }: { version: number | undefined; isAbove: boolean },
): string | null {
  const before = writes.filter((write) => write.server === server && write.ended < began);
  if (version !== undefined) {
    if (before.some(({ kind }) => kind === 'delete')) return 'shows the deleted';
    return before.some((write) => write.version > version) ? 'shows an old version of' : null;
  }
  const mayBeGone = writes.some((write) => write.kind === 'delete' && write.began < ended);
  return before.length > 0 && isAbove && !mayBeGone ? 'lacks' : null;
}
