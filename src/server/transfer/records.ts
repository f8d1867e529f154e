import * as v from 'valibot';
import { TextID, validateText } from '#shared/thought.ts';
import type { Row, Statement, Value } from '#server/database/database.ts';

/** What every database can keep. */
const Text = v.pipe(
  v.string(),
  v.check((text) => text.isWellFormed() && !text.includes('\0')),
);
/** Times and ids as the board itself makes them; a time has to fit into the place in a list. */
const Millis = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(1e15 - 1));
const PersonID = v.pipe(Text, v.nonEmpty(), v.maxLength(255));

/** What an exported board consists of, besides its last line. */
export const BoardRecord = v.variant('kind', [
  v.strictObject({ kind: v.literal('deleted'), textID: TextID, uID: PersonID }),
  v.strictObject({
    kind: v.literal('person'),
    uid: PersonID,
    displayName: v.nullable(Text),
    photoURL: v.nullable(Text),
    email: v.nullable(Text),
    creationTime: Millis,
    lastSignInTime: Millis,
    issuer: v.nullable(Text),
    emailVerified: v.picklist([0, 1]),
  }),
  v.strictObject({
    kind: v.literal('thought'),
    textID: TextID,
    uID: PersonID,
    uName: Text,
    text: v.pipe(
      v.string(),
      v.check((text) => validateText(text) === null, 'The text can’t be a thought.'),
    ),
    createdAt: Millis,
    uProfile: Text,
    version: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1e15 - 1)),
  }),
]);
export type BoardRecord = v.InferOutput<typeof BoardRecord>;

export type Kind = BoardRecord['kind'];

/** The last line: without it, or with other numbers, a file is not whole. */
export const EndRecord = v.strictObject({
  kind: v.literal('end'),
  deleted: v.number(),
  person: v.number(),
  thought: v.number(),
});
export type EndRecord = v.InferOutput<typeof EndRecord>;

/** The kinds in the order of a file, and where they are kept. */
export const KINDS: readonly Kind[] = ['deleted', 'person', 'thought'];

const TABLES = {
  deleted: { table: '"tombstones"', key: 'textID', unless: '"Thoughts-Data"' },
  person: { table: '"users"', key: 'uid', unless: null },
  thought: { table: '"Thoughts-Data"', key: 'textID', unless: '"tombstones"' },
} as const satisfies Record<Kind, { table: string; key: string; unless: string | null }>;

/** Selects the next rows of a kind, in the order of their keys; all keys come after ''. */
export function selectNext(kind: Kind, after: string, limit: number): Statement {
  const { table, key } = TABLES[kind];
  return {
    sql: `select * from ${table} where "${key}" > ?1 order by "${key}" limit ?2`,
    parameters: [after, limit],
  };
}

/** The key of a row of a kind. */
export function keyOf(kind: Kind, row: Row): string {
  return String(row[TABLES[kind].key]);
}

/** Adds a record, and returns its key, unless there is one of the same key: that one stays. */
export function insertRecord({ kind, ...row }: BoardRecord): Statement {
  const { table, key, unless } = TABLES[kind];
  const columns = Object.keys(row);
  const values = columns.map((_column, index) => `?${index + 1}`).join(', ');
  const place = columns.indexOf(key) + 1;
  const condition =
    unless === null ? 'true' : `not exists (select 1 from ${unless} where "${key}" = ?${place})`;
  return {
    sql: `insert into ${table} (${columns.map((column) => `"${column}"`).join(', ')})
      select ${values} where ${condition} on conflict do nothing returning "${key}"`,
    parameters: Object.values<Value>(row),
  };
}
