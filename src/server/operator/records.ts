import * as v from 'valibot';
import { Thought as BoardThought, TextID, validateText } from '#shared/thought.ts';
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

export const Deleted = v.strictObject({
  kind: v.literal('deleted'),
  textID: TextID,
  uID: PersonID,
});

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

export const Thought = v.strictObject({
  ...BoardThought.entries,
  kind: v.literal('thought'),
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

/** What an exported board consists of, besides its last line, in the order of a file. */
export const BoardRecord = v.variant('kind', [Deleted, Person, Thought]);
export type BoardRecord = v.InferOutput<typeof BoardRecord>;
export type Kind = BoardRecord['kind'];

export const KIND_NAMES = BoardRecord.options.map(({ entries }) => entries.kind.literal);

/** Of each kind its table, columns, key, and where the key must not be. */
export const KINDS = {
  deleted: {
    table: 'tombstones',
    columns: '"textID", "uID"',
    key: 'textID',
    unless: 'Thoughts-Data',
  },
  person: {
    table: 'users',
    columns: '*',
    key: 'uid',
    unless: null,
  },
  thought: {
    table: 'Thoughts-Data',
    columns: '*',
    key: 'textID',
    unless: 'tombstones',
  },
} as const satisfies Record<Kind, object>;

/** The last line, with the hash of those before it: without it, a file is not whole. */
export const EndRecord = v.strictObject({ kind: v.literal('end'), sha256: v.string() });

export function describeCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export type ReadRecord = Row & { kind: Kind };

export interface MovableBoard {
  /** How many records there are by now, or null where to know it costs as much as to read them. */
  count: () => Promise<number | null>;
  /** Calls back with all records as of one moment, kind by kind, each kind in the order of its keys. */
  readAll: (each: (records: readonly ReadRecord[]) => void) => Promise<void>;
  /** Adds records; resolves with how many were added: what is there stays, and so does a deleted id. */
  add: (records: readonly BoardRecord[]) => Promise<number>;
}
