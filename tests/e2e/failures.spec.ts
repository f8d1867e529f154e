import { expect, test } from './fixtures.ts';
import { leave, press } from './press.ts';
import { addThought, cardOf, openAddDialog, shownTexts, thoughtBox } from './thoughts.ts';

test(
  'being offline shows at once, as an open outline',
  { tag: '@self-hosted' },
  async ({ person, consoleGuard }) => {
    consoleGuard.expect(/console (error|warning)/u);
    const ada = await person('Ada');
    await expect(ada.getByRole('img', { name: 'Live' })).toBeVisible();
    await ada.context().setOffline(true);
    const sign = ada.getByRole('img', { name: 'Reconnecting' });
    await expect(sign).toBeVisible({ timeout: 2_000 });
    for (const forcedColors of ['none', 'active'] as const) {
      await ada.emulateMedia({ forcedColors });
      for (const part of await sign.locator('svg > *').all()) {
        await expect(part).toHaveCSS('fill', 'rgba(0, 0, 0, 0)');
        await expect(part).not.toHaveCSS('stroke-dasharray', 'none');
      }
    }
    await ada.context().setOffline(false);
    await expect(ada.getByRole('img', { name: 'Live' })).toBeVisible();
  },
);

test(
  'what is written offline is there once when the connection is back',
  { tag: '@firebase' },
  async ({ person, consoleGuard }) => {
    // Without a connection, Firestore's library asks Google for an image.
    consoleGuard.expect(/console (error|warning)|cleardot/u);
    const [ada, ben] = [await person('Ada'), await person('Ben')];
    await addThought(ada, 'to edit');
    await addThought(ada, 'to delete');
    await expect(cardOf(ben, 'to delete')).toBeVisible();
    await ada.context().setOffline(true);
    await press(cardOf(ada, 'to edit').getByTitle('Edit'));
    await ada.getByRole('textbox', { name: 'Edit thought' }).fill('edited in a tunnel');
    await press(ada.getByTitle('Save'));
    await press(cardOf(ada, 'to delete').getByTitle('Delete'));
    await leave(ada);
    const dialog = await openAddDialog(ada);
    await thoughtBox(ada).fill('added in a tunnel');
    await press(dialog.getByRole('button', { name: 'Add', exact: true }));
    const written = ['added in a tunnel', 'edited in a tunnel'];
    await expect.poll(() => shownTexts(ada)).toEqual(written);
    expect(await shownTexts(ben)).toEqual(['to delete', 'to edit']);
    await ada.context().setOffline(false);
    await expect.poll(() => shownTexts(ben)).toEqual(written);
    await expect.poll(() => shownTexts(ada)).toEqual(written);
  },
);
