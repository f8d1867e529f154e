import { test } from '@playwright/test';
import { NO_CHROMIUM } from '#scripts/machine.ts';

test('Chromium is there for the tests that need it', () => {
  throw new Error(NO_CHROMIUM);
});
