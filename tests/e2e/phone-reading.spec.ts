import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { openCrowd, type Crowd } from './api-users.ts';
import { scrollToCard } from './card-place.ts';
import { press } from './press.ts';
import { addThought, cardOf, shownTexts } from './thoughts.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test.describe('with a finger', { tag: '@self-hosted' }, () => {
  test('the board is live again after the pill took its reader to the top', async ({
    person,
    server,
  }) => {
    const ada = await person('Ada');
    const crowd = await openCrowd(server.url, 1);
    await addMany(crowd, 20);
    await cardOf(ada, 'thought 19').waitFor();
    await scrollToCard(ada, 'thought 8');
    await crowd.add('behind the pill');
    await press(ada.getByRole('button', { name: '1 new thought' }));
    await expect(ada.locator('[role=listitem]:focus')).toContainText('behind the pill');
    await crowd.add('by itself');
    await expect(cardOf(ada, 'by itself')).toBeVisible();
  });

  test('the board is live again after a card was pressed, saved or deleted', async ({
    person,
    server,
  }) => {
    const ada = await person('Ada');
    const crowd = await openCrowd(server.url, 1);
    await addThought(ada, 'mine');
    await cardOf(ada, 'mine').tap({ position: { x: 150, y: 20 } });
    await comesIn(ada, crowd, 'after the press');

    await press(cardOf(ada, 'mine').getByTitle('Edit'));
    await ada.keyboard.type(', changed');
    await press(cardOf(ada, 'mine').getByTitle('Save'));
    await expect(cardOf(ada, 'mine, changed').getByTitle('Edit')).toBeFocused();
    await comesIn(ada, crowd, 'after the save');

    await press(cardOf(ada, 'mine').getByTitle('Delete'));
    await expect(ada.locator('[role=listitem]:focus')).toBeAttached();
    await comesIn(ada, crowd, 'after the delete');
  });
});

async function addMany(crowd: Crowd, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await crowd.add(`thought ${index}`);
}

/** Expects what somebody else adds to come in by itself. */
async function comesIn(page: Page, crowd: Crowd, text: string): Promise<void> {
  await crowd.add(text);
  await expect.poll(() => shownTexts(page)).toContain(text);
}
