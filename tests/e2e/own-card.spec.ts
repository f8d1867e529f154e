import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { press } from './press.ts';
import { addThought, cardOf } from './thoughts.ts';

test(
  'Edit turns the text into a one-line input with the current text, and into Save',
  { tag: ['@firebase', '@touch'] },
  async ({ person }) => {
    const ada = await person('Ada');
    await addThought(ada, 'as it was');
    await press(cardOf(ada, 'as it was').getByTitle('Edit'));
    await expect(fieldOf(ada)).toHaveValue('as it was');
    await expect(fieldOf(ada)).toHaveJSProperty('tagName', 'INPUT');
    await expect(ada.getByTitle('Edit')).toHaveCount(0);

    await fieldOf(ada).fill('as it is');
    await press(ada.getByTitle('Save'));
    await expect(fieldOf(ada)).toHaveCount(0);
    await expect(ada.getByTitle('Edit')).toBeVisible();
    await expect(cardOf(ada, 'as it is')).toBeVisible();
    await ada.reload();
    await expect(cardOf(ada, 'as it is')).toBeVisible();
  },
);

test(
  'what was typed outlives its tab, behind a dot on Edit',
  { tag: '@self-hosted' },
  async ({ person }) => {
    const ada = await person('Ada');
    await addThought(ada, 'as it was');
    await press(cardOf(ada, 'as it was').getByTitle('Edit'));
    await fieldOf(ada).fill('as it was, and more');
    const next = await ada.context().newPage();
    await ada.close();
    await next.goto('/');
    await expect(fieldOf(next)).toHaveCount(0);
    await expect(next.getByTitle('Edit')).toHaveAccessibleDescription(
      /An unsaved edit is waiting/u,
    );
    await press(cardOf(next, 'as it was').getByTitle('Edit'));
    await expect(fieldOf(next)).toHaveValue('as it was, and more');
    await next.reload();
    await expect(fieldOf(next)).toHaveValue('as it was, and more');
  },
);

function fieldOf(page: Page) {
  return page.getByRole('article').getByRole('textbox');
}
