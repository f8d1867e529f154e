import * as v from 'valibot';
import { ID_LENGTH, TEXT_LIMIT } from './limits.ts';
import { Problem, type ProblemCode } from './problem.ts';
import type { User } from './user.ts';

/** The collection's name in every database. */
export const COLLECTION = 'Thoughts-Data';

/** Where Firestore keeps the id of a deleted thought, so that no late copy of its add brings it back. */
export const TOMBSTONES = 'Deleted-Thoughts';

export const TextID = v.pipe(v.string(), v.regex(new RegExp(`^[A-Za-z0-9]{${ID_LENGTH}}$`, 'u')));

/** A server timestamp: whole seconds since 1970 UTC, and the rest in nanoseconds. */
export const Timestamp = v.object({
  seconds: v.pipe(v.number(), v.integer()),
  nanoseconds: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999_999_999)),
});
export type Timestamp = v.InferOutput<typeof Timestamp>;

/** A thought: the collection's five fields, the id of its document and the number of its version. */
export const Thought = v.object({
  textID: TextID,
  uID: v.string(),
  uName: v.string(),
  text: v.string(),
  createdAt: Timestamp,
  uProfile: v.string(),
  /** 1 when added, one more with each edit: orders copies, and is an edit's base. 1 where none counts. */
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
});
export type Thought = v.InferOutput<typeof Thought>;

export type Author = Pick<User, 'uid' | 'displayName' | 'photoURL'>;

/** A thought as it is added; `at` is when, in ms since 1970. */
export function newThought(
  { textID, text, at }: { textID: string; text: string; at: number },
  { uid, displayName, photoURL }: Author,
): Thought {
  const author = { uID: uid, uName: displayName ?? '', uProfile: photoURL ?? '' };
  return { textID, ...author, text, createdAt: timestampFromMillis(at), version: 1 };
}

/** Neither a lone surrogate nor U+0000 survives the way to every database and back. */
const MALFORMED = /[\p{Surrogate}\0]/gu;

/** Something to see: neither white space nor a character that is never drawn, nor Braille without a dot. */
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u;

export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}

/** A text without the characters that no thought can carry. */
export function withoutMalformed(text: string): string {
  // `toWellFormed` would put other characters there.
  return text.replaceAll(MALFORMED, '');
}

/** Says why a text can't be a thought, or null when it can. */
export function validateText(text: string): Extract<ProblemCode, `text-${string}`> | null {
  if (withoutMalformed(text) !== text) return 'text-malformed';
  if (text.length > TEXT_LIMIT) return 'text-too-long';
  return isBlank(text) ? 'text-blank' : null;
}

/** Throws the `Problem` of a text that can't be a thought. */
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

/** What two copies of a thought may differ in, beside the time. */
const FIELDS = v.keyof(v.omit(Thought, ['createdAt'])).options;

/** The known object where it says the same, so that what shows it need not be drawn again. */
export function sameOr(known: Thought | undefined, next: Thought): Thought {
  const isSame =
    known !== undefined &&
    FIELDS.every((field) => known[field] === next[field]) &&
    newestFirst(known, next) === 0;
  return isSame ? known : next;
}

/** Whether two lists hold the very same items in the same order. */
export function isSameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Draws an id of `ID_LENGTH` letters and digits, which nobody else has drawn or can guess. */
export function newId(): string {
  // Numbers so large that the remainder favours no letter.
  const draws = crypto.getRandomValues(new Uint32Array(ID_LENGTH));
  return Array.from(draws, (draw) => ALPHABET.charAt(draw % ALPHABET.length)).join('');
}

export function timestampFromMillis(millis: number): Timestamp {
  const seconds = Math.floor(millis / 1000);
  return { seconds, nanoseconds: (millis - seconds * 1000) * 1_000_000 };
}

export function millisFromTimestamp({ seconds, nanoseconds }: Timestamp): number {
  return seconds * 1000 + Math.floor(nanoseconds / 1_000_000);
}
