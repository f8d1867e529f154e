import * as v from 'valibot';
import { ID_LENGTH, TEXT_LIMIT } from './limits.ts';
import { Problem, type ProblemCode } from './problem.ts';
import type { User } from './user.ts';

export const COLLECTION = 'Thoughts-Data';

/** Firestore's collection of deleted ids, so that a late copy of an add does not restore a thought. */
export const TOMBSTONES = 'Deleted-Thoughts';

export const TextID = v.pipe(v.string(), v.regex(new RegExp(`^[A-Za-z0-9]{${ID_LENGTH}}$`, 'u')));

/** A server timestamp: whole seconds since 1970 UTC, and the rest in nanoseconds. */
export const Timestamp = v.object({
  seconds: v.pipe(v.number(), v.integer()),
  nanoseconds: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999_999_999)),
});
export type Timestamp = v.InferOutput<typeof Timestamp>;

/** What its writer types of a thought. */
export const Typed = v.object({ text: v.string() });
export type Typed = v.InferOutput<typeof Typed>;

/** Only that of something that was typed. */
export function typedOf(fields: Typed): Typed {
  return v.parse(Typed, fields);
}

/** A thought: the collection's five fields, the id of its document and the number of its version. */
export const Thought = v.object({
  textID: TextID,
  uID: v.string(),
  uName: v.string(),
  ...Typed.entries,
  createdAt: Timestamp,
  uProfile: v.string(),
  /** 1 when added, and 1 more with each edit; on Firestore always 1. */
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
});
export type Thought = v.InferOutput<typeof Thought>;

export type Author = Pick<User, 'uid' | 'displayName' | 'photoURL'>;

/** A thought as it is added at a time, in ms since 1970. */
export function newThought(
  { textID, at, ...typed }: Typed & { textID: string; at: number },
  { uid, displayName, photoURL }: Author,
): Thought {
  const author = { uID: uid, uName: displayName ?? '', uProfile: photoURL ?? '' };
  return { textID, ...author, ...typed, createdAt: timestampFromMillis(at), version: 1 };
}

/** Not every database can store a lone surrogate or U+0000. */
const MALFORMED = /[\p{Surrogate}\0]/gu;

/**
 * A visible character: not white space, an ignorable code point, the empty Braille pattern, nor an annotation
 * or object mark, which browsers draw as nothing.
 */
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFC]/u;

export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}

/** Whether every database can store a text as it is. */
export function isStorable(text: string): boolean {
  return withoutMalformed(text) === text;
}

/** A text without the code units that some database can't store. */
export function withoutMalformed(text: string): string {
  // `toWellFormed` would insert replacement characters.
  return text.replaceAll(MALFORMED, '');
}

/** Returns why a text can't be a thought, or null when it can. */
export function validateText(text: string): Extract<ProblemCode, `text-${string}`> | null {
  if (!isStorable(text)) return 'text-malformed';
  if (text.length > TEXT_LIMIT) return 'text-too-long';
  return isBlank(text) ? 'text-blank' : null;
}

/** Throws the `Problem` that says why a text can't be a thought. */
export function requireText(text: string): void {
  const code = validateText(text);
  if (code !== null) throw new Problem(code);
}

/** Orders thoughts newest first; equal times by id, so that every reader sees one order. */
export function newestFirst(
  a: Pick<Thought, 'textID' | 'createdAt'>,
  b: Pick<Thought, 'textID' | 'createdAt'>,
): number {
  return (
    b.createdAt.seconds - a.createdAt.seconds ||
    b.createdAt.nanoseconds - a.createdAt.nanoseconds ||
    (a.textID < b.textID ? 1 : a.textID > b.textID ? -1 : 0)
  );
}

/** The fields in which two copies of a thought may differ, besides the time. */
const FIELDS = v.keyof(v.omit(Thought, ['createdAt'])).options;

/** The known object if it equals the next, so that its card is not rendered again. */
export function sameOr(known: Thought | undefined, next: Thought): Thought {
  const isSame =
    known !== undefined &&
    FIELDS.every((field) => known[field] === next[field]) &&
    newestFirst(known, next) === 0;
  return isSame ? known : next;
}

/** The newer of two copies of a thought; the known object if they are equal. */
export function newerOf(known: Thought, next: Thought): Thought {
  return next.version < known.version ? known : sameOr(known, next);
}

export function timestampFromMillis(millis: number): Timestamp {
  const seconds = Math.floor(millis / 1000);
  return { seconds, nanoseconds: (millis - seconds * 1000) * 1_000_000 };
}

export function millisFromTimestamp({ seconds, nanoseconds }: Timestamp): number {
  return seconds * 1000 + Math.floor(nanoseconds / 1_000_000);
}
