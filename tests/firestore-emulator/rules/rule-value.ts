import { isDeepStrictEqual } from 'node:util';

/** A value as the rules see it. Their numbers are whole; a time is in nanoseconds since 1970. */
export type RuleValue =
  | string
  | number
  | boolean
  | null
  | bigint
  | MapDiff
  | readonly RuleValue[]
  | RuleMap;
export type RuleMap = ReadonlyMap<string, RuleValue>;

/** Two maps compared, as `map.diff(other)` gives it. */
interface MapDiff {
  affectedKeys: readonly string[];
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
  'list.hasOnly': (target, [allowed]) => hasOnly(asList(target), asList(allowed)),
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
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return 'diff';
  if (typeof value === 'bigint') return 'timestamp';
  if (typeof value === 'number') return 'int';
  return typeof value === 'boolean' ? 'bool' : 'string';
}

export function asMap(value: RuleValue | undefined): RuleMap {
  if (value instanceof Map) return value;
  throw new RuleError('Not a map');
}

export function asList(value: RuleValue | undefined): readonly RuleValue[] {
  if (Array.isArray(value)) return value;
  throw new RuleError('Not a list');
}

export function asString(value: RuleValue | undefined): string {
  if (typeof value === 'string') return value;
  throw new RuleError('Not a string');
}

function asDiff(value: RuleValue): MapDiff {
  if (value !== null && typeof value === 'object' && 'affectedKeys' in value) return value;
  throw new RuleError('Not a diff');
}

function diff(now: RuleMap, before: RuleMap): MapDiff {
  const keys = [...new Set([...now.keys(), ...before.keys()])];
  return {
    affectedKeys: keys.filter((key) => !isDeepStrictEqual(now.get(key), before.get(key))),
  };
}

function hasOnly(items: readonly RuleValue[], allowed: readonly RuleValue[]): boolean {
  return items.every((item) => allowed.some((other) => isDeepStrictEqual(item, other)));
}

/** A pattern of RE2's dialect; of what differs from ours, only the form \x{10FFFF} is used. */
function regExp(pattern: string): RegExp {
  return new RegExp(pattern.replaceAll('\\x{', '\\u{'), 'gu');
}
