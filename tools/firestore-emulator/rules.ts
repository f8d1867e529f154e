import { isNativeError } from 'node:util/types';
import { createContext, runInContext } from 'node:vm';

/** A value as Firestore writes it in JSON, of the types that this project's documents and tests store. */
export type FieldValue =
  | { stringValue: string }
  | { integerValue: string }
  | { nullValue: null }
  | { timestampValue: string }
  | { mapValue: object };
export type Fields = Readonly<Record<string, FieldValue>>;

/** The claims of an ID token, or null without one. */
export type Token = Readonly<Record<string, unknown>> | null;

/** What the project's owner sends instead of a token: the rules do not apply to the owner. */
export const OWNER = 'owner';
export type Caller = Token | typeof OWNER;

/** Finds the fields of a document by its path below the database. */
type FindFields = (path: string) => Fields | undefined;

/** A request for a document, or with `list` for a query on a collection. */
export interface Access {
  operation: 'get' | 'list' | 'create' | 'update' | 'delete';
  /** The document's path below the database, or a collection's for a query. */
  path: string;
  token: Caller;
  time: string;
  /** The database as it is, and as it would be after the whole commit. */
  before: FindFields;
  after: FindFields;
}

/** Status names, each with its HTTP status and its number in streams. */
export const REFUSALS = {
  INVALID_ARGUMENT: { http: 400, number: 3 },
  NOT_FOUND: { http: 404, number: 5 },
  PERMISSION_DENIED: { http: 403, number: 7 },
  FAILED_PRECONDITION: { http: 400, number: 9 },
} as const;
type Status = keyof typeof REFUSALS;

/** A refusal, with Firestore's name for it, or the identity service's in place of a message. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: Status;

  constructor(status: Status, message: string = status) {
    super(message);
    this.status = status;
  }
}

const ROOT = '/databases/(default)/documents/';

/**
 * Reads a file of Firestore rules, and returns the function that says whether they allow a request. The
 * language, as far as this project uses it, is JavaScript but for a few words, which are replaced; rules that
 * use more are refused whole. What is left to be an error, such as a field of a document that is not there, is
 * one to Firestore, too, and makes its condition false.
 */
export function readRules(text: string): (access: Access) => boolean {
  refuseUntranslated(text);
  const context = createContext();
  Object.assign(runInContext('String.prototype', context), STRING_METHODS);
  const judge = runInContext(
    `(request, resource, { match, allow, exists, existsAfter, getAfter, duration }) => { ${inJavaScript(text)} }`,
    context,
  );
  return (access) => {
    const { operation, path, token, time, before, after } = access;
    if (token === OWNER) return true;
    const isQuery = operation === 'list';
    const auth = token && { uid: token['sub'], token: mapOf(token) };
    // A query has no single document; a condition that asks for one fails.
    const resource = isQuery ? undefined : resourceOf(before(path));
    const request = { auth, time: nanosOf(time), resource: resourceOf(after(path)) };
    let rest = `${ROOT}${path}${isQuery ? '/*' : ''}`.slice(1).split('/');
    let isAllowed = false;
    const find = (fieldsAt: FindFields) => (name: string) =>
      fieldsAt(name.slice(ROOT.length)) !== undefined;
    judge(request, resource, {
      exists: find(before),
      existsAfter: find(after),
      getAfter: (name: string) => resourceOf(after(name.slice(ROOT.length))),
      duration: DURATION,
      /** Yields the variables of a path that the document's path begins with, for a block on the rest. */
      *match(pattern: string) {
        const names = pattern.slice(1).split('/');
        const here = rest.slice(0, names.length);
        const isHere = names.every((name, at) => name === here[at] || name.startsWith('{'));
        if (!isHere || here.length < names.length) return;
        rest = rest.slice(names.length);
        yield Object.fromEntries(names.map((name, at) => [name.slice(1, -1), here[at]]));
        rest = [...here, ...rest];
      },
      allow: (operations: string, condition: () => unknown) => {
        const allowed = operations.replace('read', 'get, list').split(', ');
        isAllowed ||= allowed.includes(operation) && rest.length === 0 && holds(condition);
      },
    });
    return isAllowed;
  };
}

/** Throws on what is not translated, or means something else in JavaScript: its condition would only be false. */
function refuseUntranslated(rules: string): void {
  const code = rules.replaceAll(/\/\/ .*$/gmu, '').replaceAll(/'(?:[^'\\]|\\.)*'/gu, "''");
  const declared = [...code.matchAll(/\bfunction (?<name>\w+)\(/gu)].map(([, name]) => name);
  const known = new Set<string | undefined>([
    'exists',
    'existsAfter',
    'getAfter',
    ...declared,
    ...[STRING_METHODS, MAP_METHODS, DURATION].flatMap((methods) =>
      Object.keys(methods).map((name) => `.${name}`),
    ),
    '.affectedKeys',
    '.hasOnly',
  ]);
  const paths = /\$\(\w+\)/gu;
  for (const [, name] of code.replaceAll(paths, '').matchAll(/(?<name>\.?\b\w+)\(/gu)) {
    if (!known.has(name)) throw new Error(`The rules use ${name}(), which is not translated.`);
  }
  const word = /\b(?:in|is (?!string\b)\w+|let)\b/u.exec(code)?.[0];
  if (word !== undefined) throw new Error(`The rules use "${word}", which is not translated.`);
}

/** Translates the rules: blocks become loops of one turn or none, conditions functions, and paths texts. */
function inJavaScript(rules: string): string {
  return rules
    .replaceAll(/\/\/ .*$/gmu, '')
    .replace(/^rules_version = '2';\s*service cloud.firestore/u, '')
    .replaceAll(/match (?<path>\/\S+) \{/gu, (_all, path: string) => {
      const variables = path.match(/(?<=\{)\w+(?=\})/gu) ?? [];
      return `for (const { ${variables.join(', ')} } of match('${path}')) {`;
    })
    .replaceAll(
      /allow (?<operations>[\w, ]+): if (?<condition>(?:'[^']*'|[^;'])+);/gu,
      "allow('$1', () => $2);",
    )
    .replaceAll(
      /\((?<path>\/[\w/-]+\/(?:\$\(\w+\)|[\w/-])+)\)/gu,
      (_all, path: string) => `(\`${path.replaceAll(/\$\((?<name>\w+)\)/gu, '${$1}')}\`)`,
    )
    .replaceAll(/(?<name>\w+) is string/gu, "typeof $1 === 'string'")
    .replaceAll(/ (?<sign>[!=]=) /gu, ' $1= ');
}

/** Methods of texts in the rules. Patterns are RE2's; only the form \x{10FFFF} differs from ours. */
const STRING_METHODS = {
  size(this: string): number {
    return this.length;
  },
  matches(this: string, pattern: string): boolean {
    return regExp(`^(?:${pattern})$`).test(this);
  },
  replace(this: string, pattern: string, replacement: string): string {
    return this.replaceAll(regExp(pattern), replacement);
  },
};

function regExp(pattern: string): RegExp {
  return new RegExp(pattern.replaceAll('\\x{', '\\u{'), 'gu');
}

/** Lengths of time in the rules, in nanoseconds, as times are. */
const DURATION = { value: (seconds: number, _unit: 's') => BigInt(seconds) * 1_000_000_000n };

type Values = Readonly<Record<string, unknown>>;

/** Methods of maps in the rules. */
const MAP_METHODS = {
  keys(this: Values) {
    return setOf(Object.keys(this));
  },
  get(this: Values, key: string, fallback: unknown) {
    return Object.hasOwn(this, key) ? this[key] : fallback;
  },
  diff(this: Values, other: Values) {
    const keys = [...new Set([...Object.keys(this), ...Object.keys(other)])];
    return { affectedKeys: () => setOf(keys.filter((key) => this[key] !== other[key])) };
  },
};

function setOf(keys: readonly string[]) {
  return { hasOnly: (allowed: readonly string[]) => keys.every((key) => allowed.includes(key)) };
}

function mapOf(values: Values): Values {
  return Object.assign(Object.create(MAP_METHODS), values);
}

function resourceOf(fields: Fields | undefined): { data: Values } | null {
  if (fields === undefined) return null;
  const values = Object.entries(fields).map(([name, value]) => [name, ruleValueOf(value)]);
  return { data: mapOf(Object.fromEntries(values)) };
}

function ruleValueOf(value: FieldValue): unknown {
  if ('stringValue' in value) return value.stringValue;
  return 'timestampValue' in value ? nanosOf(value.timestampValue) : null;
}

function holds(condition: () => unknown): boolean {
  try {
    return condition() === true;
  } catch (error) {
    // The rules' realm has its own classes.
    if (isNativeError(error) && error.name === 'TypeError') return false;
    throw error;
  }
}

const TIMESTAMP = /^(?<seconds>[^.]+?)(?:\.(?<fraction>\d{1,9}))?Z$/u;

/** The nanoseconds since 1970 of a timestamp in RFC 3339. */
export function nanosOf(timestamp: string): bigint {
  const { seconds, fraction = '' } = TIMESTAMP.exec(timestamp)?.groups ?? {};
  return BigInt(Date.parse(`${seconds}Z`)) * 1_000_000n + BigInt(fraction.padEnd(9, '0'));
}
