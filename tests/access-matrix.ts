export type Person = 'signed out' | 'author' | 'other';
export type Operation = 'read' | 'list' | 'list own' | 'create' | 'update' | 'delete';

/** What a request claims, and whether it is allowed to the right person. */
export interface Claim {
  name: string;
  allowed: boolean;
  /** Fields added to the right ones, or in their place. */
  fields: Readonly<Record<string, string | number | null>>;
  /** A field left out. Our own server takes nothing but the text, so it sees no difference. */
  without?: string;
  /** An id in place of a right one. */
  textID?: string;
}

export interface Cell {
  person: Person;
  operation: Operation;
  claim: Claim;
  allowed: boolean;
}

/** A family of four, joined into one emoji: 11 UTF-16 units in 7 code points. */
const FAMILY = '👨\u200D👩\u200D👧\u200D👦';

/** The kinds of pieces that make up a text. */
const KINDS: readonly [name: string, piece: string][] = [
  ['ASCII', 'x'],
  ['letters with an accent', 'é'],
  ['accents of their own', 'e\u0301'],
  ['emoji', '😀'],
  ['joined emoji', FAMILY],
  ['lines ended by CR and LF', '\r\n'],
];

/** A text whose length is at the limit, or next to it. */
export interface EdgeText {
  /** The text's kind and length. */
  name: string;
  text: string;
  isAllowed: boolean;
}

/** Texts of 149, 150 and 151 units of each kind; the last are too long. */
export const EDGE_TEXTS: readonly EdgeText[] = KINDS.flatMap(([name, piece]) =>
  [149, 150, 151].map((length) => ({
    name: `${length} units of ${name}`,
    text: ofLength(piece, length),
    isAllowed: length <= 150,
  })),
);

const WHITE_SPACE =
  '\t\n\v\f\r \u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF';

const NOTHING_SAID: Claim = { name: 'as it should be', allowed: true, fields: {} };

const TEXTS: readonly Claim[] = [
  ...EDGE_TEXTS.map(({ name, text: said, isAllowed }) => text(name, said, isAllowed)),
  text('one letter between white space', `${WHITE_SPACE}x${WHITE_SPACE}`, true),
  text('lines', 'one\n\ntwo', true),
  text('no character', '', false),
  text('white space of every kind', WHITE_SPACE, false),
  text('a zero character', 'a\0b', false),
  text('a number for a text', 7, false),
  text('null for a text', null, false),
];

const FIELDS: readonly Claim[] = [
  claim("another's uID", { uID: 'someone-else' }),
  claim("another's uName", { uName: 'Someone Else' }),
  claim("another's uProfile", { uProfile: 'https://pictures.example/else.png' }),
  claim('a time of its own', { createdAt: '2020-01-01T00:00:00Z' }),
  claim('a sixth field', { likes: 1 }),
];

const CREATIONS: readonly Claim[] = [
  ...['uID', 'uName', 'text', 'createdAt', 'uProfile'].map((field) => ({
    ...claim(`no ${field}`, {}),
    without: field,
  })),
  { ...claim('an id that is too short', {}), textID: 'abcdefghijklmnopqrs' },
  { ...claim('an id that is too long', {}), textID: 'abcdefghijklmnopqrstu' },
  { ...claim('an id with a sign in it', {}), textID: 'abcdefghijklmnopqrs-' },
];

/** What each operation may say, and whether only a thought's author may do it. */
const OPERATIONS: readonly [Operation, ofAuthor: boolean, said: readonly Claim[]][] = [
  ['read', false, []],
  ['list', false, []],
  ['list own', false, []],
  ['create', false, [...TEXTS, ...FIELDS, ...CREATIONS]],
  ['update', true, [...TEXTS, ...FIELDS]],
  ['delete', true, []],
];
const PEOPLE = ['signed out', 'author', 'other'] as const;

/** Every person, operation and claim, and whether it is let through, on every backend. */
export const ACCESS_MATRIX: readonly Cell[] = PEOPLE.flatMap((person) =>
  OPERATIONS.flatMap(([operation, ofAuthor, said]) => {
    const may = person === 'author' || (person === 'other' && !ofAuthor);
    return [NOTHING_SAID, ...said].map((claimed) => ({
      person,
      operation,
      claim: claimed,
      allowed: may && claimed.allowed,
    }));
  }),
);

function text(name: string, value: string | number | null, allowed: boolean): Claim {
  return { name, allowed, fields: { text: value } };
}

function claim(name: string, fields: Claim['fields']): Claim {
  return { name, allowed: false, fields };
}

/** One letter, as many whole pieces as fit, and letters for the rest. */
function ofLength(piece: string, length: number): string {
  const pieces = piece.repeat(Math.floor((length - 1) / piece.length));
  return pieces.padStart(length, 'x');
}
