import {
  parseExpression,
  takeName,
  type Expression,
  type RulesFunction,
  type Scope,
} from './expression.ts';
import { RuleError } from './rule-value.ts';
import { createScanner, type Scanner } from './scanner.ts';

export type Operation = 'get' | 'list' | 'create' | 'update' | 'delete';

/** The names on the way to a document; a query's last one is null. */
type Path = readonly (string | null)[];

/** A request for a document, or with `list` for a query on a collection. */
export interface AccessRequest extends Omit<Scope, 'functions'> {
  operation: Operation;
  path: Path;
}

export interface Rules {
  allows: (request: AccessRequest) => boolean;
}

const OPERATIONS: Readonly<Record<string, readonly Operation[]>> = {
  get: ['get'],
  read: ['get', 'list'],
  create: ['create'],
  update: ['update'],
  delete: ['delete'],
};

const PATH = /(?:\/(?:[\w-]+|\{\w+\}))+/y;

/** Reads a file of Firestore rules; throws at anything this project's rules do not use. */
export function readRules(text: string): Rules {
  const scanner = createScanner(text);
  for (const symbol of ['rules_version', '=', "'2'", ';', 'service', 'cloud', '.', 'firestore']) {
    scanner.expect(symbol);
  }
  scanner.expect('{');
  const root = parseBody(scanner, []);
  if (!scanner.isAtEnd()) scanner.fail('The end');
  return {
    allows: ({ operation, path, ...scope }) =>
      root(operation, path, { ...scope, functions: new Map() }),
  };
}

/** Whether a `match`, by its own rules or those of a block in it, allows an operation on the path below it. */
type Block = (operation: Operation, path: Path, scope: Scope) => boolean;

interface Allow {
  operations: readonly Operation[];
  condition: Expression;
}

/** Parses what stands in a block whose path has these segments: literal names, or variables in braces. */
function parseBody(scanner: Scanner, segments: readonly string[]): Block {
  const allows: Allow[] = [];
  const functions = new Map<string, RulesFunction>();
  const blocks: Block[] = [];
  while (scanner.takeOne('}') === null) {
    const kind = scanner.takeOne('match', 'allow', 'function');
    if (kind === 'match') blocks.push(parseMatch(scanner));
    else if (kind === 'allow') allows.push(parseAllow(scanner));
    else if (kind === 'function') functions.set(takeName(scanner), parseFunction(scanner));
    else scanner.fail('A match, an allow, a function or }');
  }
  return (operation, path, scope) => {
    const bound = bindPath(segments, path);
    if (bound === null) return false;
    const inner = {
      ...scope,
      variables: new Map([...scope.variables, ...bound]),
      functions: new Map([...scope.functions, ...functions]),
    };
    const rest = path.slice(segments.length);
    if (rest.length > 0) return blocks.some((block) => block(operation, rest, inner));
    return allows.some(
      ({ operations, condition }) => operations.includes(operation) && holds(condition, inner),
    );
  };
}

function parseMatch(scanner: Scanner): Block {
  const path = scanner.take(PATH) ?? scanner.fail('A path');
  scanner.expect('{');
  return parseBody(scanner, path.slice(1).split('/'));
}

function parseAllow(scanner: Scanner): Allow {
  const operations: Operation[] = [];
  do operations.push(...(OPERATIONS[takeName(scanner)] ?? scanner.fail('An operation')));
  while (scanner.takeOne(',') !== null);
  scanner.expect(':');
  scanner.expect('if');
  const condition = parseExpression(scanner);
  scanner.expect(';');
  return { operations, condition };
}

function parseFunction(scanner: Scanner): RulesFunction {
  const parameters: string[] = [];
  scanner.expect('(');
  while (scanner.takeOne(')') === null) {
    parameters.push(takeName(scanner));
    scanner.takeOne(',');
  }
  scanner.expect('{');
  scanner.expect('return');
  const result = parseExpression(scanner);
  scanner.expect(';');
  scanner.expect('}');
  return { parameters, result };
}

function bindPath(segments: readonly string[], path: Path): Map<string, string | null> | null {
  const bound = new Map<string, string | null>();
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
    return condition(scope) === true;
  } catch (error) {
    if (error instanceof RuleError) return false;
    throw error;
  }
}
