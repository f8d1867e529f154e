import { isDeepStrictEqual } from 'node:util';

/** A moment, in nanoseconds since 1970. */
export interface Moment {
  nanos: bigint;
}

/** A path to a document, from the root. */
export interface RulePath {
  path: readonly string[];
}

/** A value as the rules see it. Numbers in this project's rules are whole. */
export type RuleValue =
  | string
  | number
  | boolean
  | null
  | Moment
  | MapDiff
  | RulePath
  | readonly RuleValue[]
  | ReadonlySet<RuleValue>
  | RuleMap;
export type RuleMap = ReadonlyMap<string, RuleValue>;

/** Two maps compared, as `map.diff(other)` gives it. */
interface MapDiff {
  affectedKeys: ReadonlySet<RuleValue>;
}

/** An error while a condition is evaluated; Firestore then holds the condition for false. */
export class RuleError extends Error {
  override readonly name = 'RuleError';
}

type Method = (target: RuleValue, args: readonly RuleValue[]) => RuleValue;

const METHODS: Readonly<Record<string, Method>> = {
  'string.size': (target) => Array.from(asString(target)).length,
  'string.matches': (target, [pattern]) =>
    regExp(`^(?:${asString(pattern)})$`).test(asString(target)),
  'string.replace': (target, [pattern, replacement]) =>
    asString(target).replaceAll(regExp(asString(pattern)), asString(replacement)),
  'map.keys': (target) => [...asMap(target).keys()],
  'map.get': (target, [key, fallback]) => asMap(target).get(asString(key)) ?? fallback ?? null,
  'map.diff': (target, [other]) => diff(asMap(target), asMap(other)),
  'diff.affectedKeys': (target) => asDiff(target).affectedKeys,
  'list.hasOnly': (target, [allowed]) => hasOnly(asItems(target), asItems(allowed)),
  'set.hasOnly': (target, [allowed]) => hasOnly(asItems(target), asItems(allowed)),
};

/** Calls a method of a value. */
export function callMethod(target: RuleValue, name: string, args: readonly RuleValue[]): RuleValue {
  const method = METHODS[`${kindOf(target)}.${name}`];
  if (method !== undefined) return method(target, args);
  // A method of another kind of value is a mistake in the data; one of no kind, in the rules.
  const isKnown = Object.keys(METHODS).some((key) => key.endsWith(`.${name}`));
  if (isKnown) throw new RuleError(`${kindOf(target)} has no ${name}()`);
  throw new SyntaxError(`${name}() is not known here`);
}

/** The kind of a value, in the words of the `is` operator where it has one. */
export function kindOf(value: RuleValue): string {
  if (value === null) return 'null';
  if (value instanceof Map) return 'map';
  if (value instanceof Set) return 'set';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return 'int';
  if (typeof value === 'string') return 'string';
  if ('path' in value) return 'path';
  return 'nanos' in value ? 'timestamp' : 'diff';
}

export function isEqual(a: RuleValue, b: RuleValue): boolean {
  return isDeepStrictEqual(a, b);
}

export function asMap(value: RuleValue | undefined): RuleMap {
  if (value instanceof Map) return value;
  throw new RuleError('Not a map');
}

export function asPath(value: RuleValue | undefined): readonly string[] {
  if (value !== null && typeof value === 'object' && 'path' in value) return value.path;
  throw new RuleError('Not a path');
}

function asString(value: RuleValue | undefined): string {
  if (typeof value === 'string') return value;
  throw new RuleError('Not a string');
}

function asDiff(value: RuleValue): MapDiff {
  if (value !== null && typeof value === 'object' && 'affectedKeys' in value) return value;
  throw new RuleError('Not a diff');
}

function asItems(value: RuleValue | undefined): readonly RuleValue[] {
  if (value instanceof Set) return [...value];
  if (Array.isArray(value)) return value;
  throw new RuleError('Neither a list nor a set');
}

function diff(now: RuleMap, before: RuleMap): MapDiff {
  const keys = new Set([...now.keys(), ...before.keys()]);
  const isChanged = (key: string): boolean => !isDeepStrictEqual(now.get(key), before.get(key));
  return { affectedKeys: new Set([...keys].filter(isChanged)) };
}

function hasOnly(items: readonly RuleValue[], allowed: readonly RuleValue[]): boolean {
  return items.every((item) => allowed.some((other) => isEqual(item, other)));
}

/** A pattern of RE2's dialect; of what differs from ours, only the form \x{10FFFF} is used. */
function regExp(pattern: string): RegExp {
  return new RegExp(pattern.replaceAll('\\x{', '\\u{'), 'gu');
}
