import { openCrowd } from './api-users.ts';
import { expect, test } from './fixtures.ts';
import { addThought, cardOf } from './thoughts.ts';
import { setVisibility } from './visibility.ts';

test.describe('tabs', { tag: '@self-hosted' }, () => {
  test('a hidden tab rests, and is right again as soon as it is shown', async ({
    person,
    server,
  }) => {
    const [ada, crowd] = [await person('Ada'), await openCrowd(server.url)];
    const gone = await crowd.add('before');
    await cardOf(ada, 'before').waitFor();
    await setVisibility(ada, 'hidden');
    await crowd.remove(gone);
    await crowd.add('meanwhile');
    await setVisibility(ada, 'visible');
    await expect(ada.getByRole('img', { name: 'Live' })).toBeVisible();
    await expect(cardOf(ada, 'before')).toHaveCount(0);
    await expect(ada).toHaveTitle(/^(\(1\) )?Thought Cloud$/u);
  });

  test('being offline shows at once', async ({ person, consoleGuard }) => {
    consoleGuard.expect(/console error/u);
    const ada = await person('Ada');
    await expect(ada.getByRole('img', { name: 'Live' })).toBeVisible();
    await ada.context().setOffline(true);
    await expect(ada.getByRole('img', { name: 'Reconnecting' })).toBeVisible({ timeout: 2_000 });
    await ada.context().setOffline(false);
    await expect(ada.getByRole('img', { name: 'Live' })).toBeVisible();
  });

  test('a restart of the server makes nobody read again what they have', async ({
    person,
    server,
    consoleGuard,
  }) => {
    consoleGuard.expect(/console error/u);
    const ada = await person('Ada');
    await addThought(ada, 'before the restart');
    const pages: string[] = [];
    ada.on('request', (request) => {
      if (request.url().includes('/api/thoughts?')) pages.push(request.url());
    });
    await server.stop();
    await expect(ada.getByRole('img', { name: 'Reconnecting' })).toBeVisible();
    await server.start();
    await expect(ada.getByRole('img', { name: 'Live' })).toBeVisible();
    const crowd = await openCrowd(server.url);
    await crowd.add('after the restart');
    await expect(cardOf(ada, 'after the restart')).toBeVisible();
    expect(pages).toEqual([]);
  });
});
