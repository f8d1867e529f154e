import type { Scanner } from './scanner.ts';

/** An expression of the rules language, as far as this project's rules use it. */
export type Expression =
  | { type: 'literal'; value: string | number | boolean | null }
  | { type: 'list'; items: readonly Expression[] }
  | { type: 'path'; segments: readonly (string | Expression)[] }
  | { type: 'name'; name: string }
  | { type: 'member'; target: Expression; name: string }
  | { type: 'function'; name: string; args: readonly Expression[] }
  | { type: 'method'; target: Expression; name: string; args: readonly Expression[] }
  | { type: 'not'; operand: Expression }
  | { type: 'is'; operand: Expression; kind: string }
  | { type: 'binary'; operator: Operator; left: Expression; right: Expression };

/** Loosest first; longer symbols before those they begin with. */
const LEVELS = [['||'], ['&&'], ['==', '!='], ['<=', '>=', '<', '>']] as const;
export type Operator = (typeof LEVELS)[number][number];

const NAME = /[A-Za-z_]\w*/y;
const NUMBER = /\d+/y;
const STRING = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/y;
const SEGMENT = /[\w-]+/y;
const CONSTANTS: Readonly<Record<string, boolean | null>> = {
  true: true,
  false: false,
  null: null,
};

/** Parses an expression; `level` is how loose its loosest operator may be. */
export function parseExpression(scanner: Scanner, level = 0): Expression {
  const operators = LEVELS[level];
  if (operators === undefined) return parseTest(scanner);
  let left = parseExpression(scanner, level + 1);
  for (;;) {
    const operator = scanner.takeOne<Operator>(...operators);
    if (operator === null) return left;
    left = { type: 'binary', operator, left, right: parseExpression(scanner, level + 1) };
  }
}

function parseTest(scanner: Scanner): Expression {
  if (scanner.takeOne('!') !== null) return { type: 'not', operand: parseTest(scanner) };
  const operand = parseMembers(scanner);
  if (scanner.takeOne('is') === null) return operand;
  return { type: 'is', operand, kind: takeName(scanner) };
}

function parseMembers(scanner: Scanner): Expression {
  let target = parsePrimary(scanner);
  while (scanner.takeOne('.') !== null) {
    const name = takeName(scanner);
    target =
      scanner.takeOne('(') === null
        ? { type: 'member', target, name }
        : { type: 'method', target, name, args: parseUntil(scanner, ')') };
  }
  return target;
}

function parsePrimary(scanner: Scanner): Expression {
  if (scanner.takeOne('(') !== null) {
    const inner = parseExpression(scanner);
    scanner.expect(')');
    return inner;
  }
  if (scanner.takeOne('[') !== null) return { type: 'list', items: parseUntil(scanner, ']') };
  const number = scanner.take(NUMBER);
  if (number !== null) return { type: 'literal', value: Number(number) };
  const string = scanner.take(STRING);
  if (string !== null) return { type: 'literal', value: unquote(string) };
  const segments = parsePath(scanner);
  return segments.length > 0 ? { type: 'path', segments } : parseNamed(scanner);
}

/** A path to a document, `/Thoughts-Data/$(textID)`; its names may be expressions. */
function parsePath(scanner: Scanner): (string | Expression)[] {
  const segments: (string | Expression)[] = [];
  while (scanner.takeOne('/') !== null) {
    if (scanner.takeOne('$(') === null) {
      segments.push(scanner.take(SEGMENT) ?? scanner.fail('A name in a path'));
      continue;
    }
    segments.push(parseExpression(scanner));
    scanner.expect(')');
  }
  return segments;
}

function parseNamed(scanner: Scanner): Expression {
  const name = takeName(scanner);
  const constant = CONSTANTS[name];
  if (constant !== undefined) return { type: 'literal', value: constant };
  if (scanner.takeOne('(') === null) return { type: 'name', name };
  return { type: 'function', name, args: parseUntil(scanner, ')') };
}

function parseUntil(scanner: Scanner, end: string): Expression[] {
  const items: Expression[] = [];
  if (scanner.takeOne(end) !== null) return items;
  do items.push(parseExpression(scanner));
  while (scanner.takeOne(',') !== null);
  scanner.expect(end);
  return items;
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
