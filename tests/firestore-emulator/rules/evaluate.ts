import type { Expression, Operator } from './parse-expression.ts';
import type { RulesFunction } from './parse-rules.ts';
import {
  asMap,
  asPath,
  callMethod,
  isEqual,
  kindOf,
  RuleError,
  type RuleMap,
  type RuleValue,
} from './rule-value.ts';

/** Finds the `resource` at a path from the root, or null, for a rule that asks for a document. */
export type FindResource = (path: readonly string[]) => RuleMap | null;

/** What the names in a condition stand for, and the documents it may ask for. */
export interface Scope {
  variables: RuleMap;
  functions: ReadonlyMap<string, RulesFunction>;
  /** The database as it is, and as it would be after the whole commit. */
  before: FindResource;
  after: FindResource;
}

/** The value of an expression; throws a `RuleError` where Firestore's evaluation fails. */
export function evaluate(expression: Expression, scope: Scope): RuleValue {
  if (isConstruction(expression)) return construct(expression, scope);
  switch (expression.type) {
    case 'literal':
      return expression.value;
    case 'name':
      return need(scope.variables, expression.name);
    case 'member':
      return need(asMap(evaluate(expression.target, scope)), expression.name);
    case 'method':
      return callMethod(
        evaluate(expression.target, scope),
        expression.name,
        expression.args.map((arg) => evaluate(arg, scope)),
      );
    case 'function':
      return callFunction(expression.name, expression.args, scope);
    case 'not':
      return !asBoolean(evaluate(expression.operand, scope));
    case 'is':
      return kindOf(evaluate(expression.operand, scope)) === expression.kind;
    case 'binary':
      return OPERATORS[expression.operator](
        () => evaluate(expression.left, scope),
        () => evaluate(expression.right, scope),
      );
  }
}

/** What makes a value of several. */
type Construction = Extract<Expression, { type: 'list' | 'path' }>;

function isConstruction(expression: Expression): expression is Construction {
  return expression.type === 'list' || expression.type === 'path';
}

function construct(expression: Construction, scope: Scope): RuleValue {
  return expression.type === 'list'
    ? expression.items.map((item) => evaluate(item, scope))
    : { path: expression.segments.map((segment) => segmentOf(segment, scope)) };
}

type Operand = () => RuleValue;

const OPERATORS: Readonly<Record<Operator, (left: Operand, right: Operand) => boolean>> = {
  '||': (left, right) => asBoolean(left()) || asBoolean(right()),
  '&&': (left, right) => asBoolean(left()) && asBoolean(right()),
  '==': (left, right) => isEqual(left(), right()),
  '!=': (left, right) => !isEqual(left(), right()),
  '<=': (left, right) => asNumber(left()) <= asNumber(right()),
  '>=': (left, right) => asNumber(left()) >= asNumber(right()),
  '<': (left, right) => asNumber(left()) < asNumber(right()),
  '>': (left, right) => asNumber(left()) > asNumber(right()),
};

/** The functions of the language itself: each takes a path to a document. */
const BUILT_IN: Readonly<Record<string, (path: readonly string[], scope: Scope) => RuleValue>> = {
  exists: (path, { before }) => before(path) !== null,
  existsAfter: (path, { after }) => after(path) !== null,
  get: (path, { before }) => before(path),
  getAfter: (path, { after }) => after(path),
};

function callFunction(name: string, args: readonly Expression[], scope: Scope): RuleValue {
  const values = args.map((arg) => evaluate(arg, scope));
  const called = scope.functions.get(name);
  if (called?.parameters.length === args.length) {
    const variables = new Map(scope.variables);
    for (const [index, parameter] of called.parameters.entries()) {
      variables.set(parameter, values[index] ?? null);
    }
    return evaluate(called.result, { ...scope, variables });
  }
  const builtIn = BUILT_IN[name];
  if (builtIn !== undefined && args.length === 1) return builtIn(asPath(values[0]), scope);
  throw new SyntaxError(`There is no function ${name} with ${args.length} parameters`);
}

function segmentOf(segment: string | Expression, scope: Scope): string {
  const name = typeof segment === 'string' ? segment : evaluate(segment, scope);
  if (typeof name === 'string') return name;
  throw new RuleError('A name in a path is no string');
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
