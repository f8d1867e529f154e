import { expect, test } from 'vitest';
import { SAMPLE_USER } from '#tests/setup/samples.ts';
import { displayNameOf } from './shown-name.ts';

test.each([
  ['Ada Lovelace', 'ada@example.com', 'Ada Lovelace'],
  [null, 'ada@example.com', 'ada'],
  [' \u200B', 'ada@example.com', 'ada'],
  [null, '@example.com', 'Anonymous'],
  [null, null, 'Anonymous'],
])('a person named %j with the e-mail %j is called %s', (displayName, email, name) => {
  expect(displayNameOf({ ...SAMPLE_USER, displayName, email })).toBe(name);
});
