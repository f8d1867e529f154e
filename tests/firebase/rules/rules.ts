import type { Expression, Operator } from './parse-expression.ts';
import { parseRules, type MatchBlock, type Operation, type RulesFunction } from './parse-rules.ts';
import {
  asMap,
  callMethod,
  isEqual,
  kindOf,
  RuleError,
  type RuleMap,
  type RuleValue,
} from './rule-value.ts';

/** A request for a document, or with `list` for a query on a collection. */
export interface AccessRequest {
  operation: Operation;
  /** The names on the way to the document; a query's last one is null. */
  path: readonly (string | null)[];
  /** What `request` and `resource` stand for. */
  variables: RuleMap;
}

export interface Rules {
  allows: (request: AccessRequest) => boolean;
}

/** What the names in a condition stand for. */
interface Scope {
  variables: RuleMap;
  functions: ReadonlyMap<string, RulesFunction>;
}

/** Reads a file of Firestore rules for evaluation. */
export function readRules(text: string): Rules {
  const root = parseRules(text);
  return {
    allows: ({ operation, path, variables }) =>
      isAllowed(root, operation, { path, scope: { variables, functions: new Map() } }),
  };
}

interface Position {
  path: readonly (string | null)[];
  scope: Scope;
}

function isAllowed(block: MatchBlock, operation: Operation, { path, scope }: Position): boolean {
  const bound = bindPath(block.segments, path);
  if (bound === null) return false;
  const inner = {
    variables: new Map([...scope.variables, ...bound]),
    functions: new Map([...scope.functions, ...block.functions]),
  };
  const rest = path.slice(block.segments.length);
  if (rest.length > 0) {
    return block.blocks.some((child) => isAllowed(child, operation, { path: rest, scope: inner }));
  }
  return block.allows.some(
    ({ operations, condition }) => operations.includes(operation) && holds(condition, inner),
  );
}

function bindPath(
  segments: readonly string[],
  path: readonly (string | null)[],
): Map<string, RuleValue> | null {
  const bound = new Map<string, RuleValue>();
  for (const [index, segment] of segments.entries()) {
    const name = path[index];
    if (name === undefined) return null;
    if (segment.startsWith('{')) bound.set(segment.slice(1, -1), name);
    else if (segment !== name) return null;
  }
  return bound;
}

function holds(condition: Expression, scope: Scope): boolean {
  try {
    return evaluate(condition, scope) === true;
  } catch (error) {
    if (error instanceof RuleError) return false;
    throw error;
  }
}

function evaluate(expression: Expression, scope: Scope): RuleValue {
  switch (expression.type) {
    case 'literal':
      return expression.value;
    case 'list':
      return expression.items.map((item) => evaluate(item, scope));
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

function callFunction(name: string, args: readonly Expression[], scope: Scope): RuleValue {
  const called = scope.functions.get(name);
  if (called === undefined || called.parameters.length !== args.length) {
    throw new SyntaxError(`There is no function ${name} with ${args.length} parameters`);
  }
  const variables = new Map(scope.variables);
  for (const [index, parameter] of called.parameters.entries()) {
    const arg = args[index];
    if (arg !== undefined) variables.set(parameter, evaluate(arg, scope));
  }
  return evaluate(called.result, { ...scope, variables });
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
