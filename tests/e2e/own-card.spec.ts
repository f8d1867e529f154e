import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { press } from './press.ts';
import { addThought, cardOf, draftDot, openAddDialog, thoughtBox } from './thoughts.ts';

test('Edit turns the text into a one-line input with the current text, and into Save', async ({
  person,
}) => {
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
});

test('only one card is in edit mode at a time', async ({ person }) => {
  const ada = await person('Ada');
  await addThought(ada, 'thought one');
  await addThought(ada, 'thought two');
  await press(cardOf(ada, 'thought one').getByTitle('Edit'));
  await expect(fieldOf(ada)).toHaveValue('thought one');
  await press(cardOf(ada, 'thought two').getByTitle('Edit'));
  await expect(fieldOf(ada)).toHaveCount(1);
  await expect(fieldOf(ada)).toHaveValue('thought two');
});

test('what was typed into a card waits there while another one is edited', async ({ person }) => {
  const ada = await person('Ada');
  await addThought(ada, 'thought one');
  await addThought(ada, 'thought two');
  await press(cardOf(ada, 'thought one').getByTitle('Edit'));
  await fieldOf(ada).fill('thought one, and more');
  await press(cardOf(ada, 'thought two').getByTitle('Edit'));
  await fieldOf(ada).press('Escape');
  await ada.reload();
  await press(cardOf(ada, 'thought one').getByTitle('Edit'));
  await expect(fieldOf(ada)).toHaveValue('thought one, and more');
  await fieldOf(ada).press('Escape');
  await press(cardOf(ada, 'thought one').getByTitle('Edit'));
  await expect(fieldOf(ada)).toHaveValue('thought one');
});

test('what was typed outlives its tab, behind a dot on Edit', async ({ person }) => {
  const ada = await person('Ada');
  await addThought(ada, 'as it was');
  await press(cardOf(ada, 'as it was').getByTitle('Edit'));
  await fieldOf(ada).fill('as it was, and more');
  const next = await ada.context().newPage();
  await ada.close();
  await next.goto('/');
  await expect(fieldOf(next)).toHaveCount(0);
  await expect(next.getByTitle('Edit')).toHaveAccessibleDescription(/An unsaved edit is waiting/u);
  await press(cardOf(next, 'as it was').getByTitle('Edit'));
  await expect(fieldOf(next)).toHaveValue('as it was, and more');
  await next.reload();
  await expect(fieldOf(next)).toHaveValue('as it was, and more');
});

test('what was typed waits for the add dialog when its thought went while no tab was open', async ({
  person,
}) => {
  const ada = await person('Ada');
  await addThought(ada, 'to stay');
  await addThought(ada, 'to go');
  await press(cardOf(ada, 'to go').getByTitle('Edit'));
  await fieldOf(ada).fill('to go, and more');
  const next = await ada.context().newPage();
  await ada.close();
  const elsewhere = await person('Ada');
  await press(cardOf(elsewhere, 'to go').getByTitle('Delete'));
  await expect(cardOf(elsewhere, 'to go')).toHaveCount(0);
  await elsewhere.reload();
  await expect(cardOf(elsewhere, 'to stay')).toBeVisible();
  await expect(cardOf(elsewhere, 'to go')).toHaveCount(0);
  await next.goto('/');
  await expect(draftDot(next)).toBeVisible();
  await openAddDialog(next);
  await expect(thoughtBox(next)).toHaveValue('to go, and more');
});

test('an edit takes at most 150 characters, and a blank one is not saved', async ({ person }) => {
  const ada = await person('Ada');
  await addThought(ada, 'short');
  await expect(ada.getByLabel('Sending')).toHaveCount(0);
  const writes = writeRequests(ada);
  await press(cardOf(ada, 'short').getByTitle('Edit'));
  await expect(fieldOf(ada)).toHaveAttribute('maxlength', '150');
  await fieldOf(ada).fill('   ');
  await press(ada.getByTitle('Save'), { force: true });
  await expect(fieldOf(ada)).toHaveValue('   ');
  await fieldOf(ada).press('Escape');
  await expect(cardOf(ada, 'short')).toBeVisible();
  expect(writes).toEqual([]);
});

test('line breaks show as marks while editing and survive it', async ({ person }) => {
  const ada = await person('Ada');
  await addThought(ada, 'roses\nviolets');
  await press(cardOf(ada, 'roses').getByTitle('Edit'));
  const marked = await fieldOf(ada).inputValue();
  expect(marked).toMatch(/^roses\Sviolets$/u);
  await fieldOf(ada).fill(`${marked}!`);
  await press(ada.getByTitle('Save'));
  const text = cardOf(ada, 'violets!').getByRole('paragraph');
  await expect(text).toHaveText(/^roses\nviolets!$/u, { useInnerText: true });
});

test('an unchanged save writes nothing', { tag: '@self-hosted' }, async ({ person }) => {
  const ada = await person('Ada');
  await addThought(ada, 'the same');
  await expect(ada.getByLabel('Sending')).toHaveCount(0);
  const writes = writeRequests(ada);
  await press(cardOf(ada, 'the same').getByTitle('Edit'));
  await press(ada.getByTitle('Save'));
  await expect(ada.getByTitle('Edit')).toBeVisible();
  await addThought(ada, 'another');
  expect(writes).toEqual([expect.stringMatching(/^PUT/u)]);
});

test('Delete takes the thought away for good', async ({ person }) => {
  const ada = await person('Ada');
  await addThought(ada, 'to stay');
  await addThought(ada, 'to go');
  await press(cardOf(ada, 'to go').getByTitle('Delete'));
  await expect(cardOf(ada, 'to go')).toHaveCount(0);
  await ada.reload();
  await expect(cardOf(ada, 'to stay')).toBeVisible();
  await expect(cardOf(ada, 'to go')).toHaveCount(0);
});

function fieldOf(page: Page) {
  return page.getByRole('article').getByRole('textbox');
}

function writeRequests(page: Page): string[] {
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(`${request.method()} ${request.url()}`);
  });
  return writes;
}
