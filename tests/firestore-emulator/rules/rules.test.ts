import { describe, expect, test } from 'vitest';
import type { FindResource } from './expression.ts';
import type { RuleMap, RuleValue } from './rule-value.ts';
import { readRules } from './rules.ts';

const PATH = ['databases', '(default)', 'documents', 'Notes', 'one'];
const NOTE: RuleMap = new Map();

describe('the rules evaluator', () => {
  test.each([
    ['true', true],
    ["id == 'one'", true],
    ["!(id == 'two') && 1 <= 2", true],
    ["['a'].hasOnly(['a', 'b'])", true],
    ["id.matches('o.e') && id.size() == 3", true],
    ["id.replace('[\\\\x{6E}]', '') == 'oe'", true],
    // An error in a condition counts as false, even negated.
    ['nobody.uid == 1', false],
    ['!(nobody.uid == 1)', false],
    ['false || nobody', false],
  ])('takes %s for %s', (condition, expected) => {
    expect(allows(condition)).toBe(expected);
  });

  test.each(['1 + 1 == 2', "id in ['one']", 'id.trim() == id', 'unknown(id)'])(
    'refuses to guess what %s is',
    (condition) => {
      expect(() => allows(condition)).toThrow(SyntaxError);
    },
  );

  const note = '/databases/$(database)/documents/Notes/$(id)';

  test('knows which documents there are before and after a commit', () => {
    const added = { before: () => null, after: at(PATH) };
    expect(allows(`!exists(${note}) && existsAfter(${note})`, added)).toBe(true);
    const removed = { before: at(PATH), after: () => null };
    expect(allows(`exists(${note}) && !existsAfter(${note})`, removed)).toBe(true);
    expect(allows('exists(/databases/$(database)/documents/Notes/two)', removed)).toBe(false);
  });

  test('lets nothing pass that no rule names', () => {
    const rules = readRules(rulesWith('true'));
    const nothing = { variables: new Map(), before: () => null, after: () => null };
    expect(rules.allows({ ...nothing, operation: 'create', path: PATH })).toBe(false);
    expect(rules.allows({ ...nothing, operation: 'get', path: PATH.slice(0, 4) })).toBe(false);
  });

  test('says where a rule is not understood', () => {
    expect(() => readRules(rulesWith('one two'))).toThrow(/^Line 5: /u);
  });
});

function at(path: readonly string[]): FindResource {
  return (wanted) => (wanted.join('/') === path.join('/') ? NOTE : null);
}

function allows(
  condition: string,
  database: { before: FindResource; after: FindResource } = {
    before: () => null,
    after: () => null,
  },
): boolean {
  const variables = new Map<string, RuleValue>();
  return readRules(rulesWith(condition)).allows({
    operation: 'get',
    path: PATH,
    variables,
    ...database,
  });
}

function rulesWith(condition: string): string {
  return `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /Notes/{id} {
      allow get: if ${condition};
    }
  }
}`;
}
