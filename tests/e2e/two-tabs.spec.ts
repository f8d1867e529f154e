import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { press } from './press.ts';
import { addThought, cardOf, draftDot, openAddDialog, thoughtBox } from './thoughts.ts';

const TEXT = 'typed at speed in the first tab, while the second one looks on';

/** Milliseconds that a busy browser takes to grant a lock, which is longer than to announce a key press. */
const BUSY_MS = 100;

test.describe(
  'with two tabs that were open before anything was typed',
  { tag: '@self-hosted' },
  () => {
    test('the second neither shows a thought typed in the first, nor loses it by Cancel', async ({
      person,
    }) => {
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
    });

    test('the second neither shows an edit typed in the first, nor loses it by Esc', async ({
      person,
    }) => {
      const ada = await person('Ada');
      await addThought(ada, 'the card');
      const [first, second] = await openTwo(ada);
      await press(cardOf(first, 'the card').getByTitle('Edit'));
      await fieldOf(first).fill('');
      await fieldOf(first).pressSequentially(TEXT);
      for (const typed of ['the card', 'something else']) {
        await press(cardOf(second, 'the card').getByTitle('Edit'));
        await expect(fieldOf(second)).toHaveValue('the card');
        await fieldOf(second).fill(typed);
        await fieldOf(second).press('Escape');
      }
      await first.reload();
      await press(cardOf(first, 'the card').getByTitle('Edit'));
      await expect(fieldOf(first)).toHaveValue(TEXT);
    });
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

function fieldOf(page: Page) {
  return page.getByRole('article').getByRole('textbox');
}
