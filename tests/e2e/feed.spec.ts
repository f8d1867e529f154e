import { expect, test } from './fixtures.ts';
import { press } from './press.ts';
import { addThought, cardOf, shownTexts } from './thoughts.ts';

test('the feed shows the thoughts of all, newest first', async ({ person }) => {
  const [ada, bob] = [await person('Ada'), await person('Bob')];
  await addThought(ada, 'first, by Ada');
  await addThought(bob, 'second, by Bob');
  await addThought(ada, 'third, by Ada');
  const expected = ['third, by Ada', 'second, by Bob', 'first, by Ada'];
  await expect(async () => expect(await shownTexts(ada)).toEqual(expected)).toPass();
  await bob.reload();
  await expect(async () => expect(await shownTexts(bob)).toEqual(expected)).toPass();
});

test('a card shows picture, name, time, date and text', async ({ person }) => {
  const ada = await person('Ada Lovelace');
  await addThought(ada, 'one\ntwo');
  const card = cardOf(ada, 'one');
  await expect(card.getByText('Ada Lovelace')).toBeVisible();
  await expect(card.getByRole('paragraph')).toHaveText(/^one\ntwo$/u, { useInnerText: true });
  await expect(card.locator('img')).toHaveJSProperty('complete', true);
  await expect(card.locator('img')).toHaveAttribute('referrerpolicy', 'no-referrer');

  const time = card.getByRole('time');
  await expect(time).toHaveText(/^(1[0-2]|[1-9]):[0-5]\d (AM|PM) \d{4}-\d{2}-\d{2}$/u);
  const moment = new Date((await time.getAttribute('datetime')) ?? '');
  await expect(time).toHaveText(inKolkata(moment));
});

test("only the author's own cards have Edit and Delete", async ({ person }) => {
  const [ada, bob] = [await person('Ada'), await person('Bob')];
  await addThought(ada, 'by Ada');
  await expect(cardOf(ada, 'by Ada').getByTitle('Edit')).toBeVisible();
  await expect(cardOf(ada, 'by Ada').getByTitle('Delete')).toBeVisible();
  await expect(cardOf(bob, 'by Ada')).toBeVisible();
  await expect(cardOf(bob, 'by Ada').getByRole('button')).toHaveCount(0);
});

test("two people see each other's adds, edits and deletes without reloading", async ({
  person,
}) => {
  const [ada, bob] = [await person('Ada'), await person('Bob')];
  await addThought(ada, 'hello Bob');
  await expect(cardOf(bob, 'hello Bob')).toBeVisible();

  await addThought(bob, 'hello Ada');
  await expect(cardOf(ada, 'hello Ada')).toBeVisible();

  await press(cardOf(ada, 'hello Bob').getByTitle('Edit'));
  await ada.getByRole('article').getByRole('textbox').fill('hello again');
  await press(ada.getByTitle('Save'));
  await expect(cardOf(bob, 'hello again')).toBeVisible();
  await expect(cardOf(bob, 'hello Bob')).toHaveCount(0);

  await press(cardOf(ada, 'hello again').getByTitle('Delete'));
  await expect(cardOf(bob, 'hello again')).toHaveCount(0);
});

test('deleting the last thought leaves an empty board, for everyone', async ({ person }) => {
  const [ada, bob] = [await person('Ada'), await person('Bob')];
  await expect(ada.getByRole('article')).toHaveCount(0);
  await addThought(ada, 'the only one');
  await expect(cardOf(bob, 'the only one')).toBeVisible();
  await press(cardOf(ada, 'the only one').getByTitle('Delete'));
  await expect(ada.getByRole('article')).toHaveCount(0);
  await expect(bob.getByRole('article')).toHaveCount(0);
});

test('an empty result is only logged, and what comes later shows', async ({ person }) => {
  const ada = await person('Ada');
  const logged = ada.waitForEvent('console', (message) => message.text().includes('empty result'));
  await ada.reload();
  await logged;
  await expect(ada.getByText('No thoughts here yet.')).toBeVisible();
  const bob = await person('Bob');
  await addThought(bob, 'the first');
  await expect(cardOf(ada, 'the first')).toBeVisible();
});

/** Time and date as a reader in India sees them: the browsers of these tests live there. */
function inKolkata(moment: Date): string {
  const zone = { timeZone: 'Asia/Kolkata' };
  const time = moment.toLocaleTimeString('en-US', { ...zone, hour: 'numeric', minute: '2-digit' });
  const date = moment.toLocaleDateString('sv-SE', zone);
  return `${time.replaceAll(/\s/gu, ' ')} ${date}`;
}
