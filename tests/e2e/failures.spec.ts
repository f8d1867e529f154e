import { expect, test } from './fixtures.ts';

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
    for (const part of await sign.locator('svg > *').all()) {
      await expect(part).toHaveCSS('fill', 'rgba(0, 0, 0, 0)');
      await expect(part).not.toHaveCSS('stroke-dasharray', 'none');
    }
    await ada.context().setOffline(false);
    await expect(ada.getByRole('img', { name: 'Live' })).toBeVisible();
  },
);
