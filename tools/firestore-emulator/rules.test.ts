import { expect, test } from 'vitest';
import { readRules, type Access } from './rules.ts';

const ACCESS: Access = {
  operation: 'get',
  path: 'Things/one',
  token: { sub: 'ada' },
  time: '2026-01-01T00:00:00Z',
  before: () => undefined,
  after: () => undefined,
};

test.for([
  ["resource.data.keys().hasAll(['a'])", '.hasAll()'],
  ["resource.data.name.lower() == 'a'", '.lower()'],
  ['math.abs(-1) == 1', '.abs()'],
  ["'a' in resource.data", '"in"'],
  ['resource.data.count is int', '"is int"'],
  ['get(/databases/$(database)/documents/Things/two) != null', 'get()'],
  ['request.time + duration.time(1, 0, 0, 0) != null', '.time()'],
])(
  'rules that use what is not translated are refused, and not taken for a no: %s',
  ([condition, named]) => {
    expect(() => readRules(rulesOf(condition))).toThrow(named);
  },
);

test('a name that the rules do not know is an error, and one of Firestore’s own errors a no', () => {
  const isAllowed = readRules(rulesOf('unknown == 1'));
  expect(() => isAllowed(ACCESS)).toThrow('unknown');
  expect(readRules(rulesOf("resource.data.name == 'a'"))(ACCESS)).toBe(false);
  expect(readRules(rulesOf("request.auth.uid == 'ada'"))(ACCESS)).toBe(true);
  expect(readRules(rulesOf("request.auth.uid != 'ada;'"))(ACCESS)).toBe(true);
});

/** Rules by which a thing may be read on a condition. */
function rulesOf(condition = ''): string {
  return `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /Things/{id} {
      allow get: if ${condition};
    }
  }
}
`;
}
