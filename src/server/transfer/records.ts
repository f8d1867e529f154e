import * as v from 'valibot';
import { TextID, validateText } from '#shared/thought.ts';

/** UTF-16 units of a name or an address. */
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
      // What counts as blank grows with Unicode: what a board has is no less its own for that.
      v.check(
        (text) => [null, 'text-blank'].includes(validateText(text)),
        'The text can’t be a thought.',
      ),
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

/** The kinds in the order of a file. */
export const KINDS: readonly Kind[] = ['deleted', 'person', 'thought'];

/** How many records of each kind there are. */
export type Counts = Record<Kind, number>;

/** None of any kind. */
export function noCounts(): Counts {
  return { deleted: 0, person: 0, thought: 0 };
}
