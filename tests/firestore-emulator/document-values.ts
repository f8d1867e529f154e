import type { RuleMap, RuleValue } from './rules/rule-value.ts';

/** A value as Firestore writes it in JSON, of the types this project's documents and tests use. */
export type FieldValue =
  | { stringValue: string }
  | { integerValue: string }
  | { booleanValue: boolean }
  | { nullValue: null }
  | { timestampValue: string };
export type Fields = Readonly<Record<string, FieldValue>>;

/** A document as Firestore answers with it. */
export interface StoredDocument {
  name: string;
  fields: Fields;
  createTime: string;
  updateTime: string;
}

/** A document's fields as the rules see them. */
export function ruleMapOf(fields: Fields): RuleMap {
  return new Map(Object.entries(fields).map(([name, value]) => [name, ruleValueOf(value)]));
}

function ruleValueOf(value: FieldValue): RuleValue {
  if ('stringValue' in value) return value.stringValue;
  if ('integerValue' in value) return Number(value.integerValue);
  if ('booleanValue' in value) return value.booleanValue;
  if ('timestampValue' in value) return nanosOf(value.timestampValue);
  return null;
}

const TIMESTAMP = /^(?<seconds>[^.]+?)(?:\.(?<fraction>\d{1,9}))?Z$/u;

/** The nanoseconds since 1970 of a timestamp in RFC 3339. */
export function nanosOf(timestamp: string): bigint {
  const { seconds, fraction = '' } = TIMESTAMP.exec(timestamp)?.groups ?? {};
  return BigInt(Date.parse(`${seconds}Z`)) * 1_000_000n + BigInt(fraction.padEnd(9, '0'));
}

/** Orders two timestamps, the later one first. */
export function latestFirst(a: string, b: string): number {
  const difference = nanosOf(b) - nanosOf(a);
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}
