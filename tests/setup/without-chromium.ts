import { expect, test } from 'vitest';
import { NO_CHROMIUM } from '#scripts/machine.ts';

test('Chromium is there for the tests that need it', () => {
  expect.fail(NO_CHROMIUM);
});
