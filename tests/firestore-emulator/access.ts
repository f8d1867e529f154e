import { nanosOf, ruleMapOf, type Fields } from './document-values.ts';
import type { FindResource } from './rules/expression.ts';
import type { RuleMap, RuleValue } from './rules/rule-value.ts';
import type { Operation, Rules } from './rules/rules.ts';

/** The claims of an ID token, or null for who sends none. */
export type Token = Readonly<Record<string, unknown>> | null;

/** What the project's owner sends instead of a token: the rules do not hold for them. */
export const OWNER = 'owner';
export type Caller = Token | typeof OWNER;

/** Finds the fields of a document by its path below the database. */
export type FindFields = (path: string) => Fields | undefined;

export interface Access {
  operation: Operation;
  /** The document's path below the database, or a collection's for a query. */
  path: string;
  token: Caller;
  time: string;
  /** The database as it is, and as it would be after the whole commit. */
  before: FindFields;
  after: FindFields;
}

const ROOT = ['databases', '(default)', 'documents'];

/** Whether the rules let a request pass. */
export function isAccessAllowed(rules: Rules, access: Access): boolean {
  const { operation, path, token, time, before, after } = access;
  if (token === OWNER) return true;
  const names: (string | null)[] = path.split('/');
  const request = new Map<string, RuleValue>([
    ['auth', token && authOf(token)],
    ['time', nanosOf(time)],
  ]);
  const isWrite = operation === 'create' || operation === 'update';
  if (isWrite) request.set('resource', resourceAt(path, after));
  const variables = new Map<string, RuleValue>([['request', request]]);
  // A query has no single document; a condition that asks for one fails.
  if (operation === 'list') names.push(null);
  else variables.set('resource', resourceAt(path, before));
  return rules.allows({
    operation,
    path: [...ROOT, ...names],
    variables,
    before: finderOf(before),
    after: finderOf(after),
  });
}

function finderOf(fieldsAt: FindFields): FindResource {
  return (path) => resourceAt(path.slice(ROOT.length).join('/'), fieldsAt);
}

function resourceAt(path: string, fieldsAt: FindFields): RuleMap | null {
  const fields = fieldsAt(path);
  if (fields === undefined) return null;
  return new Map<string, RuleValue>([
    ['id', path.split('/').at(-1) ?? ''],
    ['data', ruleMapOf(fields)],
  ]);
}

function authOf(token: Readonly<Record<string, unknown>>): RuleMap {
  const claims = ruleValueOfJson(token);
  return new Map<string, RuleValue>([
    ['uid', ruleValueOfJson(token['sub'])],
    ['token', claims],
  ]);
}

function ruleValueOfJson(value: unknown): RuleValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return value;
  if (Array.isArray(value)) return value.map(ruleValueOfJson);
  if (typeof value !== 'object') throw new TypeError(`${typeof value} is not JSON`);
  return new Map(Object.entries(value).map(([key, inner]) => [key, ruleValueOfJson(inner)]));
}
