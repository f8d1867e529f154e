import * as v from 'valibot';
import { isStorable, TextID, Thought, validateText } from '#shared/thought.ts';
import type { Row } from '#server/database/database.ts';

/** UTF-16 units of a name or an address, as many as `auth/identity.ts` takes of a claim. */
const LINE_LIMIT = 2_000;

/** A name or an address that every database can store. */
export const Text = v.pipe(v.string(), v.maxLength(LINE_LIMIT), v.check(isStorable));
/** The end of the year 9999, the last time that Firestore stores. */
const LAST_MILLIS = 253_402_300_799_999;
const Millis = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(LAST_MILLIS));
const PersonID = v.pipe(Text, v.nonEmpty(), v.maxLength(255));

export const DeletedRecord = v.strictObject({
  kind: v.literal('deleted'),
  textID: TextID,
  uID: PersonID,
});

const PersonRecord = v.strictObject({
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
export type PersonRecord = v.InferOutput<typeof PersonRecord>;

export const ThoughtRecord = v.strictObject({
  ...Thought.entries,
  kind: v.literal('thought'),
  uID: PersonID,
  uName: Text,
  text: v.pipe(
    v.string(),
    // A newer Unicode may count the invisible characters of an existing thought as blank: it stays valid.
    v.check((text) => [null, 'text-blank'].includes(validateText(text)) && text.trim() !== ''),
  ),
  createdAt: Millis,
  uProfile: Text,
  version: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1e15 - 1)),
});

/** The records of an exported board, in a file's order, without its last line. */
export const BoardRecord = v.variant('kind', [DeletedRecord, PersonRecord, ThoughtRecord]);
export type BoardRecord = v.InferOutput<typeof BoardRecord>;
export type Kind = BoardRecord['kind'];

export const KIND_NAMES = BoardRecord.options.map(({ entries }) => entries.kind.literal);

/** For each kind its table and key, and the table that must not hold the key. */
export const KINDS = {
  deleted: { table: 'tombstones', key: 'textID', unless: 'Thoughts-Data' },
  person: { table: 'users', key: 'uid', unless: null },
  thought: { table: 'Thoughts-Data', key: 'textID', unless: 'tombstones' },
} as const satisfies Record<Kind, object>;

/** The last line, with the hash of those before it; without it, a file is incomplete. */
export const EndRecord = v.strictObject({ kind: v.literal('end'), sha256: v.string() });

export function describeCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export type ReadRecord = Row & { kind: Kind };

export interface MovableBoard {
  /** Calls back with all records as of one moment, kind by kind, each in the order of its keys. */
  readAll: (each: (records: readonly ReadRecord[]) => void) => Promise<void>;
  /** Adds records; resolves with how many were added. Existing records and deleted ids stay. */
  add: (records: readonly BoardRecord[]) => Promise<number>;
}
