import type { RuleMap, RuleValue } from '#tests/firebase/rules/rule-value.ts';
import type { Operation } from '#tests/firebase/rules/parse-rules.ts';
import type { Rules } from '#tests/firebase/rules/rules.ts';
import { momentOf, ruleMapOf, type Fields } from './document-values.ts';

/** The claims of an ID token, or null for who sends none. */
export type Token = Readonly<Record<string, unknown>> | null;

export interface Access {
  operation: Operation;
  /** The document's path below the database, or a collection's for a query. */
  path: string;
  token: Token;
  time: string;
  /** The document as it is, and as it would be. */
  before?: Fields | undefined;
  after?: Fields | undefined;
}

/** Asks the rules whether a request may pass. */
export function isAccessAllowed(rules: Rules, access: Access): boolean {
  const { operation, path, token, time, before, after } = access;
  const names: (string | null)[] = path.split('/');
  const id = names.at(-1) ?? '';
  const request = new Map<string, RuleValue>([
    ['auth', token && authOf(token)],
    ['time', momentOf(time)],
  ]);
  if (after) request.set('resource', resourceOf(id, after));
  const variables = new Map<string, RuleValue>([['request', request]]);
  // A query has no single document; a condition that asks for one fails.
  if (operation === 'list') names.push(null);
  else variables.set('resource', before ? resourceOf(id, before) : null);
  return rules.allows({
    operation,
    path: ['databases', '(default)', 'documents', ...names],
    variables,
  });
}

function resourceOf(id: string, fields: Fields): RuleMap {
  return new Map<string, RuleValue>([
    ['id', id],
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
