import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { press } from './press.ts';
import { draftDot, openAddDialog, thoughtBox } from './thoughts.ts';

const TEXT = 'typed at speed in the first tab, while the second one looks on';

/** Milliseconds that a busy browser takes to grant a lock, which is longer than to announce a key press. */
const BUSY_MS = 100;

test(
  'a second tab that was open before neither shows a thought typed in the first, nor loses it by Cancel',
  { tag: '@self-hosted' },
  async ({ person }) => {
    const [first, second] = await openTwo(await person('Ada'));
    await openAddDialog(first);
    await thoughtBox(first).pressSequentially(TEXT);
    await expect(draftDot(second)).toHaveCount(0);
    const dialog = await openAddDialog(second);
    await expect(thoughtBox(second)).toHaveValue('');
    await thoughtBox(second).fill('something else');
    await press(dialog.getByRole('button', { name: 'Cancel' }));
    await expect(draftDot(second)).toHaveCount(0);
    await first.close();
    await expect(draftDot(second)).toBeVisible();
    await openAddDialog(second);
    await expect(thoughtBox(second)).toHaveValue(TEXT);
  },
);

/** Two tabs of one busy browser, both on the feed and at rest. */
async function openTwo(first: Page): Promise<[Page, Page]> {
  await first.context().addInitScript(giveLocksLate, BUSY_MS);
  const second = await first.context().newPage();
  for (const page of [first, second]) {
    await page.goto('/');
    await expect(page.getByRole('img', { name: 'Live' })).toBeVisible();
  }
  return [first, second];
}

function giveLocksLate(milliseconds: number): void {
  // A blank page has no locks.
  if (!('locks' in navigator)) return;
  const { locks } = navigator;
  const request = locks.request.bind(locks);
  Object.assign(locks, {
    request: async (name: string, options: LockOptions, use: LockGrantedCallback<unknown>) => {
      if (options.mode !== 'shared') {
        await new Promise((resolve) => {
          setTimeout(resolve, milliseconds);
        });
      }
      return request(name, options, use);
    },
  });
}
