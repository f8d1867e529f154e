import * as v from 'valibot';
import { TextID, validateText } from '#shared/thought.ts';
import type { Row } from '#server/database/database.ts';

const TEXT_LIMIT = 2_000;
/** The last moment that every database and the API can write, in ms since 1970. */
const LAST_MILLIS = Date.UTC(9999, 11, 31);

/** What every database can keep. */
export const Text = v.pipe(
  v.string(),
  v.maxLength(TEXT_LIMIT),
  v.check((text) => text.isWellFormed() && !text.includes('\0')),
);
/** Times and ids as the board itself makes them. */
const Millis = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(LAST_MILLIS));
const PersonID = v.pipe(Text, v.nonEmpty(), v.maxLength(255));

const Deleted = v.strictObject({ kind: v.literal('deleted'), textID: TextID, uID: PersonID });

const Person = v.strictObject({
  kind: v.literal('person'),
  uid: PersonID,
  displayName: v.nullable(Text),
  photoURL: v.nullable(Text),
  email: v.nullable(Text),
  creationTime: Millis,
  lastSignInTime: Millis,
  issuer: v.nullable(Text),
  emailVerified: v.picklist([0, 1]),
});
export type Person = v.InferOutput<typeof Person>;

const Thought = v.strictObject({
  kind: v.literal('thought'),
  textID: TextID,
  uID: PersonID,
  uName: Text,
  text: v.pipe(
    v.string(),
    // What counts as blank grows with Unicode: what a board has is no less its own for that.
    v.check((text) => [null, 'text-blank'].includes(validateText(text))),
  ),
  createdAt: Millis,
  uProfile: Text,
  version: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1e15 - 1)),
});

/** What an exported board consists of, besides its last line. */
export const BoardRecord = v.variant('kind', [Deleted, Person, Thought]);
export type BoardRecord = v.InferOutput<typeof BoardRecord>;
export type Kind = BoardRecord['kind'];

/** The kinds in a file's order: table, columns, key, where the key must not be, and the operator's word. */
export const KINDS = {
  deleted: {
    table: 'tombstones',
    columns: '"textID", "uID"',
    key: 'textID',
    unless: 'Thoughts-Data',
    noun: 'deleted id',
  },
  person: { table: 'users', columns: '*', key: 'uid', unless: null, noun: 'person' },
  thought: {
    table: 'Thoughts-Data',
    columns: '*',
    key: 'textID',
    unless: 'tombstones',
    noun: 'thought',
  },
} as const satisfies Record<Kind, object>;

export const KIND_NAMES: readonly Kind[] = ['deleted', 'person', 'thought'];

const Counts = v.strictObject({ deleted: v.number(), person: v.number(), thought: v.number() });
export type Counts = v.InferOutput<typeof Counts>;

/** The last line: without it, or with another, a file is not whole. */
export const EndRecord = v.strictObject({
  kind: v.literal('end'),
  ...Counts.entries,
  /** Of all lines before it. */
  sha256: v.optional(v.string()),
});
export type EndRecord = v.InferOutput<typeof EndRecord>;

export function noCounts(): Counts {
  return { deleted: 0, person: 0, thought: 0 };
}

export function totalOf(counts: Counts): number {
  return KIND_NAMES.reduce((sum, kind) => sum + counts[kind], 0);
}

export function describeCounts(counts: Counts): string {
  const parts = KIND_NAMES.toReversed().map((kind) => {
    const { noun } = KINDS[kind];
    const plural = noun === 'person' ? 'people' : `${noun}s`;
    return `${counts[kind]} ${counts[kind] === 1 ? noun : plural}`;
  });
  return parts.join(', ');
}

export type ReadRecord = Row & { kind: Kind };

export interface MovableBoard {
  /** How many records there are by now, or null where to know it costs as much as to read them. */
  count: () => Promise<number | null>;
  /** Calls back with all records as of one moment, kind by kind, each kind in the order of its keys. */
  readAll: (each: (records: readonly ReadRecord[]) => void) => Promise<void>;
  /** Adds records; resolves with which were added: what is there stays, and so does a deleted id. */
  add: (records: readonly BoardRecord[]) => Promise<boolean[]>;
}
