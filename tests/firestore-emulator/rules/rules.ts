import { evaluate, type FindResource, type Scope } from './evaluate.ts';
import type { Expression } from './parse-expression.ts';
import { parseRules, type MatchBlock, type Operation } from './parse-rules.ts';
import { RuleError, type RuleMap, type RuleValue } from './rule-value.ts';

/** A request for a document, or with `list` for a query on a collection. */
export interface AccessRequest {
  operation: Operation;
  /** The names on the way to the document; a query's last one is null. */
  path: readonly (string | null)[];
  /** What `request` and `resource` stand for. */
  variables: RuleMap;
  before: FindResource;
  after: FindResource;
}

export interface Rules {
  allows: (request: AccessRequest) => boolean;
}

/** Reads a file of Firestore rules for evaluation. */
export function readRules(text: string): Rules {
  const root = parseRules(text);
  return {
    allows: ({ operation, path, ...scope }) =>
      isAllowed(root, operation, { path, scope: { ...scope, functions: new Map() } }),
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
    ...scope,
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
