import { expect, test } from './fixtures.ts';
import { press } from './press.ts';
import { addThought, cardOf } from './thoughts.ts';

test(
  "two people see each other's adds, edits and deletes without reloading",
  { tag: ['@firebase', '@touch'] },
  async ({ person }) => {
    const [ada, bob] = [await person('Ada'), await person('Bob')];
    await addThought(ada, 'hello Bob');
    await expect(cardOf(bob, 'hello Bob')).toBeVisible();
    for (const ownControl of ['Edit', 'Delete'])
      await expect(cardOf(bob, 'hello Bob').getByTitle(ownControl)).toHaveCount(0);

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
