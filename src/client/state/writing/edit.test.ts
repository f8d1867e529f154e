import { expect, test } from 'vitest';
import { SAMPLE_USER, sampleThought } from '#tests/setup/samples.ts';
import { edit } from './edit.ts';

const EDIT = {
  uid: SAMPLE_USER.uid,
  place: 'card',
  text: 'edited',
  base: { text: 'stored', version: 2 },
  at: 1,
};

test.each([
  ['its text over its base', { text: 'stored', version: 2 }, EDIT, ['edited', 3]],
  ['its text over an older copy', { text: 'stored', version: 1 }, EDIT, ['edited', 3]],
  ['what replaced its base', { text: 'theirs', version: 3 }, EDIT, ['theirs', 3]],
  [
    'another text of its version, as Firestore counts none',
    { text: 'theirs', version: 2 },
    EDIT,
    ['theirs', 2],
  ],
  ['the same text in a newer version', { text: 'stored', version: 4 }, EDIT, ['stored', 4]],
  [
    'what is stored, if it has no base',
    { text: 'stored', version: 2 },
    { ...EDIT, base: null },
    ['stored', 2],
  ],
] as const)('an edit shows %s', (_what, stored, write, [text, version]) => {
  expect(edit.show(sampleThought(1, stored), write, SAMPLE_USER)).toMatchObject({ text, version });
});

test('an edit shows no card where its thought is gone', () => {
  expect(edit.show(undefined, EDIT, SAMPLE_USER)).toBeUndefined();
});
