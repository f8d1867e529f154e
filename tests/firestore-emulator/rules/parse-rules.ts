import { parseExpression, takeName, type Expression } from './parse-expression.ts';
import { createScanner, type Scanner } from './scanner.ts';

export type Operation = 'get' | 'list' | 'create' | 'update' | 'delete';

export interface RulesFunction {
  parameters: readonly string[];
  result: Expression;
}

/** What one `match` says of the paths below its own. */
export interface MatchBlock {
  /** Each a literal name, or a variable in braces. */
  segments: readonly string[];
  allows: readonly { operations: readonly Operation[]; condition: Expression }[];
  functions: ReadonlyMap<string, RulesFunction>;
  blocks: readonly MatchBlock[];
}

const OPERATIONS: Readonly<Record<string, readonly Operation[]>> = {
  get: ['get'],
  list: ['list'],
  read: ['get', 'list'],
  create: ['create'],
  update: ['update'],
  delete: ['delete'],
  write: ['create', 'update', 'delete'],
};

const PATH = /(?:\/(?:[\w-]+|\{\w+\}))+/y;

/** Parses a file of Firestore rules; throws at anything this project's rules do not use. */
export function parseRules(text: string): MatchBlock {
  const scanner = createScanner(text);
  for (const symbol of ['rules_version', '=', "'2'", ';', 'service', 'cloud', '.', 'firestore']) {
    scanner.expect(symbol);
  }
  scanner.expect('{');
  const root = parseBody(scanner, []);
  if (!scanner.isAtEnd()) scanner.fail('The end');
  return root;
}

function parseBody(scanner: Scanner, segments: readonly string[]): MatchBlock {
  const allows: { operations: Operation[]; condition: Expression }[] = [];
  const functions = new Map<string, RulesFunction>();
  const blocks: MatchBlock[] = [];
  for (;;) {
    switch (scanner.takeOne('match', 'allow', 'function', '}')) {
      case 'match':
        blocks.push(parseMatch(scanner));
        break;
      case 'allow':
        allows.push(parseAllow(scanner));
        break;
      case 'function':
        functions.set(takeName(scanner), parseFunction(scanner));
        break;
      case '}':
        return { segments, allows, functions, blocks };
      case null:
        scanner.fail('A match, an allow, a function or }');
    }
  }
}

function parseMatch(scanner: Scanner): MatchBlock {
  const path = scanner.take(PATH) ?? scanner.fail('A path');
  scanner.expect('{');
  return parseBody(scanner, path.slice(1).split('/'));
}

function parseAllow(scanner: Scanner): { operations: Operation[]; condition: Expression } {
  const operations: Operation[] = [];
  do {
    const word = takeName(scanner);
    operations.push(...(OPERATIONS[word] ?? scanner.fail('An operation')));
  } while (scanner.takeOne(',') !== null);
  scanner.expect(':');
  scanner.expect('if');
  const condition = parseExpression(scanner);
  scanner.expect(';');
  return { operations, condition };
}

function parseFunction(scanner: Scanner): RulesFunction {
  const parameters: string[] = [];
  scanner.expect('(');
  if (scanner.takeOne(')') === null) {
    do parameters.push(takeName(scanner));
    while (scanner.takeOne(',') !== null);
    scanner.expect(')');
  }
  scanner.expect('{');
  scanner.expect('return');
  const result = parseExpression(scanner);
  scanner.expect(';');
  scanner.expect('}');
  return { parameters, result };
}
