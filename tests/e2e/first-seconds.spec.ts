import type { Page } from '@playwright/test';
import { PATHS } from '#shared/wire.ts';
import { expect, notInSystemWebKit, test } from './fixtures.ts';
import { addThought, say } from './thoughts.ts';

test(
  'the data of the first screen loads in parallel with the scripts, and only once',
  notInSystemWebKit('It requests twice what fetch takes: see docs/decisions/03', '@self-hosted'),
  async ({ person, visitor }) => {
    const ada = await person('Ada');
    await say(ada, 'a thought');
    const requested: string[] = [];
    ada.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await ada.goto('/');
    await expect(ada.getByRole('article')).toBeVisible();
    await expect(ada.getByRole('img', { name: 'Live' })).toBeVisible();
    expect(await startedBeforeScripts(ada)).toEqual(['/api/session', '/api/thoughts?limit=50']);
    expect(requested.filter((path) => path === PATHS.thoughts)).toHaveLength(1);

    // Without a session there is nothing to request yet.
    const nobody = await visitor();
    await nobody.goto('/');
    await expect(nobody.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
    expect(await startedBeforeScripts(nobody)).toEqual([]);
  },
);

test(
  'a board opened with a name and a password in its address works as at any other',
  { tag: '@self-hosted' },
  async ({ person, server }) => {
    const ada = await person('Ada');
    await ada.goto(server.url.replace('//', '//name:password@'));
    await expect(ada.getByRole('img', { name: 'Live' })).toBeVisible();
    await addThought(ada, 'from behind a login');
    await expect(ada.getByRole('article')).toContainText('from behind a login');
  },
);

/** The requests of data that a page started before any of its scripts had arrived. */
function startedBeforeScripts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const loads = performance
      .getEntriesByType('resource')
      .filter((load) => load instanceof PerformanceResourceTiming);
    const scripts = loads.filter(({ name }) => name.endsWith('.js'));
    const isReady = Math.min(...scripts.map(({ responseEnd }) => responseEnd));
    return loads
      .filter(({ name, startTime }) => name.includes('/api/') && startTime < isReady)
      .map(({ name }) => name.slice(location.origin.length))
      .toSorted();
  });
}
