import { isDeepStrictEqual } from 'node:util';
import {
  asList,
  asMap,
  asString,
  callMethod,
  kindOf,
  RuleError,
  type RuleMap,
  type RuleValue,
} from './rule-value.ts';
import type { Scanner } from './scanner.ts';

/** Finds the `resource` at a path from the root, or null, for a rule that asks for a document. */
export type FindResource = (path: readonly string[]) => RuleMap | null;

export interface RulesFunction {
  parameters: readonly string[];
  result: Expression;
}

/** What the names in a condition stand for, and the documents it may ask for. */
export interface Scope {
  variables: RuleMap;
  functions: ReadonlyMap<string, RulesFunction>;
  /** The database as it is, and as it would be after the whole commit. */
  before: FindResource;
  after: FindResource;
}

/** An expression, as what gives its value; throws a `RuleError` where Firestore's evaluation fails. */
export type Expression = (scope: Scope) => RuleValue;

type Operand = () => RuleValue;

/** Of the loosest level first. */
const LEVELS: readonly Record<string, (left: Operand, right: Operand) => boolean>[] = [
  { '||': (left, right) => asBoolean(left()) || asBoolean(right()) },
  { '&&': (left, right) => asBoolean(left()) && asBoolean(right()) },
  {
    '==': (left, right) => isDeepStrictEqual(left(), right()),
    '!=': (left, right) => !isDeepStrictEqual(left(), right()),
  },
  { '<=': (left, right) => asNumber(left()) <= asNumber(right()) },
];

const NAME = /[A-Za-z_]\w*/y;
const NUMBER = /\d+/y;
const STRING = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/y;
const SEGMENT = /[\w-]+/y;
const CONSTANTS: Readonly<Record<string, RuleValue>> = { true: true, false: false, null: null };

/** Parses an expression, as far as this project's rules use the language; `level` is its loosest. */
export function parseExpression(scanner: Scanner, level = 0): Expression {
  const operators = LEVELS[level];
  if (operators === undefined) return parseTest(scanner);
  let whole = parseExpression(scanner, level + 1);
  for (;;) {
    const operate = operators[scanner.takeOne(...Object.keys(operators)) ?? ''];
    if (operate === undefined) return whole;
    const [left, right] = [whole, parseExpression(scanner, level + 1)];
    whole = (scope) =>
      operate(
        () => left(scope),
        () => right(scope),
      );
  }
}

function parseTest(scanner: Scanner): Expression {
  if (scanner.takeOne('!') !== null) {
    const negated = parseTest(scanner);
    return (scope) => !asBoolean(negated(scope));
  }
  const operand = parseMembers(scanner);
  if (scanner.takeOne('is') === null) return operand;
  const kind = takeName(scanner);
  return (scope) => kindOf(operand(scope)) === kind;
}

function parseMembers(scanner: Scanner): Expression {
  let whole = parsePrimary(scanner);
  while (scanner.takeOne('.') !== null) {
    const [target, name] = [whole, takeName(scanner)];
    if (scanner.takeOne('(') === null) {
      whole = (scope) => need(asMap(target(scope)), name);
    } else {
      const args = parseUntil(scanner, ')');
      whole = (scope) => callMethod(target(scope), name, args(scope));
    }
  }
  return whole;
}

function parsePrimary(scanner: Scanner): Expression {
  if (scanner.takeOne('(') !== null) {
    const inner = parseExpression(scanner);
    scanner.expect(')');
    return inner;
  }
  if (scanner.takeOne('[') !== null) return parseUntil(scanner, ']');
  const number = scanner.take(NUMBER);
  if (number !== null) return () => Number(number);
  const string = scanner.take(STRING);
  if (string === null) return parsePath(scanner) ?? parseNamed(scanner);
  const value = unquote(string);
  return () => value;
}

/** A path to a document, `/Thoughts-Data/$(textID)`; its names may be expressions. */
function parsePath(scanner: Scanner): Expression | null {
  const segments: Expression[] = [];
  while (scanner.takeOne('/') !== null) {
    if (scanner.takeOne('$(') === null) {
      const name = scanner.take(SEGMENT) ?? scanner.fail('A name in a path');
      segments.push(() => name);
      continue;
    }
    segments.push(parseExpression(scanner));
    scanner.expect(')');
  }
  return segments.length === 0 ? null : (scope) => segments.map((segment) => segment(scope));
}

function parseNamed(scanner: Scanner): Expression {
  const name = takeName(scanner);
  const constant = CONSTANTS[name];
  if (constant !== undefined) return () => constant;
  if (scanner.takeOne('(') === null) return ({ variables }) => need(variables, name);
  const args = parseUntil(scanner, ')');
  return (scope) => callFunction(name, args(scope), scope);
}

function callFunction(name: string, args: readonly RuleValue[], scope: Scope): RuleValue {
  const called = scope.functions.get(name);
  if (called?.parameters.length === args.length) {
    const given = called.parameters.map((parameter, at) => [parameter, args[at] ?? null] as const);
    return called.result({ ...scope, variables: new Map([...scope.variables, ...given]) });
  }
  const find = { exists: scope.before, existsAfter: scope.after }[name];
  if (find === undefined) throw new SyntaxError(`There is no such function ${name}`);
  return find(asList(args[0]).map(asString)) !== null;
}

function parseUntil(scanner: Scanner, end: string): (scope: Scope) => readonly RuleValue[] {
  const items: Expression[] = [];
  if (scanner.takeOne(end) === null) {
    do items.push(parseExpression(scanner));
    while (scanner.takeOne(',') !== null);
    scanner.expect(end);
  }
  return (scope) => items.map((item) => item(scope));
}

export function takeName(scanner: Scanner): string {
  return scanner.take(NAME) ?? scanner.fail('A name');
}

function unquote(string: string): string {
  return string.slice(1, -1).replaceAll(/\\(.)/gu, (_all, escaped: string) => {
    if (escaped === '\\' || escaped === "'" || escaped === '"') return escaped;
    throw new SyntaxError(`The escape \\${escaped} is not known here`);
  });
}

function need(map: RuleMap, key: string): RuleValue {
  const value = map.get(key);
  if (value === undefined) throw new RuleError(`There is no ${key}`);
  return value;
}

function asBoolean(value: RuleValue): boolean {
  if (typeof value === 'boolean') return value;
  throw new RuleError('Neither true nor false');
}

function asNumber(value: RuleValue): number {
  if (typeof value === 'number') return value;
  throw new RuleError('Not a number');
}
