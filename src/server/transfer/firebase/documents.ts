import * as v from 'valibot';
import { COLLECTION, TOMBSTONES } from '#shared/thought.ts';
import { BoardRecord } from '#server/transfer/records.ts';
import type { Fields, NewDocument } from './firestore.ts';

/** What Firestore keeps of a board. */
export type KeptRecord = Exclude<BoardRecord, { kind: 'person' }>;

/** The collections of a board: an id is in one of them at most. */
export const COLLECTIONS = { deleted: TOMBSTONES, thought: COLLECTION } as const satisfies Record<
  KeptRecord['kind'],
  string
>;

/** The record in a document; null when it holds none. Every version is 1: Firestore counts none. */
export function recordOf(
  kind: KeptRecord['kind'],
  { id, fields }: { id: string; fields: Fields },
): KeptRecord | null {
  const { uID, uName, text, uProfile, createdAt } = fields;
  const common = { kind, textID: id, uID: uID?.stringValue };
  const thought = {
    uName: uName?.stringValue,
    text: text?.stringValue,
    createdAt: Date.parse(createdAt?.timestampValue ?? ''),
    uProfile: uProfile?.stringValue,
    version: 1,
  };
  const read = v.safeParse(BoardRecord, kind === 'deleted' ? common : { ...common, ...thought });
  return read.success && read.output.kind !== 'person' ? read.output : null;
}

/** The document of a record whose author has the account `uID`. */
export function documentOf(record: KeptRecord, uID: string): NewDocument {
  const place = { collection: COLLECTIONS[record.kind], id: record.textID };
  const author = { uID: { stringValue: uID } };
  if (record.kind === 'deleted') return { ...place, fields: author, serverTime: 'deletedAt' };
  const { uName, text, createdAt, uProfile } = record;
  const fields = {
    ...author,
    uName: { stringValue: uName },
    text: { stringValue: text },
    createdAt: { timestampValue: new Date(createdAt).toISOString() },
    uProfile: { stringValue: uProfile },
  };
  return { ...place, fields };
}
