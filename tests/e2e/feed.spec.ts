import { expect, test } from './fixtures.ts';
import { press } from './press.ts';
import { addThought, cardOf } from './thoughts.ts';

test(
  'a card shows picture, name, time, date and text',
  { tag: '@firebase' },
  async ({ person }) => {
    const ada = await person('Ada Lovelace');
    await addThought(ada, 'one\ntwo');
    const card = cardOf(ada, 'one');
    await expect(card.getByText('Ada Lovelace')).toBeVisible();
    await expect(card.getByRole('paragraph')).toHaveText(/^one\ntwo$/u, { useInnerText: true });
    await expect(card.locator('img')).toHaveJSProperty('complete', true);
    await expect(card.locator('img')).toHaveAttribute('referrerpolicy', 'no-referrer');

    const time = card.getByRole('time');
    await expect(time).toHaveText(/^(1[0-2]|[1-9]):[0-5]\d (AM|PM) \d{4}-\d{2}-\d{2}$/u);
    // The server's time takes the place of the browser's own.
    await expect(async () => {
      const moment = new Date((await time.getAttribute('datetime')) ?? '');
      expect(await time.textContent()).toBe(inKolkata(moment));
    }).toPass();
  },
);

test(
  "two people see each other's adds, edits and deletes without reloading",
  { tag: ['@firebase', '@touch'] },
  async ({ person }) => {
    const [ada, bob] = [await person('Ada'), await person('Bob')];
    await addThought(ada, 'hello Bob');
    await expect(cardOf(bob, 'hello Bob')).toBeVisible();
    await expect(cardOf(bob, 'hello Bob').getByRole('button')).toHaveCount(0);

    await addThought(bob, 'hello Ada');
    await expect(cardOf(ada, 'hello Ada')).toBeVisible();

    await press(cardOf(ada, 'hello Bob').getByTitle('Edit'));
    await ada.getByRole('article').getByRole('textbox').fill('hello again');
    await press(ada.getByTitle('Save'));
    await expect(cardOf(bob, 'hello again')).toBeVisible();
    await expect(cardOf(bob, 'hello Bob')).toHaveCount(0);

    await press(cardOf(ada, 'hello again').getByTitle('Delete'));
    await expect(cardOf(bob, 'hello again')).toHaveCount(0);
    await press(cardOf(bob, 'hello Ada').getByTitle('Delete'));
    for (const page of [ada, bob]) await expect(page.getByRole('article')).toHaveCount(0);
  },
);

/** Time and date as a reader in India sees them: the browsers of these tests live there. */
function inKolkata(moment: Date): string {
  const zone = { timeZone: 'Asia/Kolkata' };
  const time = moment.toLocaleTimeString('en-US', { ...zone, hour: 'numeric', minute: '2-digit' });
  const date = moment.toLocaleDateString('sv-SE', zone);
  return `${time.replaceAll(/\s/gu, ' ')} ${date}`;
}
