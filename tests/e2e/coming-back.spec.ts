import type { Page } from '@playwright/test';
import {
  openCrowd,
  addThought,
  cardOf,
  openAddDialog,
  shownTexts,
  thoughtBox,
} from './thoughts.ts';
import { expect, inChromium, test } from './fixtures.ts';

const NIGHT = 8 * 3_600_000;
/** Milliseconds after which somebody who comes back sees what everybody sees. */
const SOON = 2_000;

/** What goes wrong while somebody is away; it returns what coming back is. */
type Absence = (page: Page) => Promise<() => Promise<unknown>>;

const ABSENCES: readonly [name: string, leave: Absence][] = [
  [
    'a night asleep',
    async (page) => {
      // Like a computer that sleeps: nothing runs, and the connections are gone when the clock is hours ahead.
      await page.context().setOffline(true);
      await page.clock.fastForward(NIGHT);
      return () => page.context().setOffline(false);
    },
  ],
  [
    'a change of network',
    async (page) => {
      const setNetwork = await networkOf(page);
      await setNetwork('none');
      return () => setNetwork('cellular4g');
    },
  ],
];

test.describe('coming back', { tag: '@self-hosted' }, () => {
  test.beforeEach(({ consoleGuard }) => consoleGuard.expect(/console (error|warning)/u));

  for (const [name, leave] of ABSENCES) {
    test(`after ${name} the list is right within two seconds`, async ({ person, server }) => {
      const [ada, crowd] = [await person('Ada'), await openCrowd(server.url)];
      const [edited, removed] = [await crowd.add('to edit'), await crowd.add('to remove')];
      await addThought(ada, 'of her own');
      await expect(cardOf(ada, 'to remove')).toBeVisible();
      await ada.clock.install();
      const comeBack = await leave(ada);
      await crowd.edit(edited, 'edited meanwhile');
      await crowd.remove(removed);
      for (const number of [0, 1, 2]) await crowd.add(`newer ${number}`);
      await ada.clock.resume();
      await comeBack();
      await expect
        .poll(() => shownTexts(ada), { timeout: SOON, intervals: [50] })
        .toEqual(['newer 2', 'newer 1', 'newer 0', 'of her own', 'edited meanwhile']);
      await expect(ada.getByRole('img', { name: 'Live' })).toBeVisible({ timeout: SOON });
    });
  }

  test(
    'after a crash the list is right within two seconds, and the draft is there',
    inChromium('No other driver crashes a page'),
    async ({ person, server }) => {
      const [ada, crowd] = [await person('Ada'), await openCrowd(server.url)];
      await addThought(ada, 'of her own');
      await openAddDialog(ada);
      await thoughtBox(ada).pressSequentially('half a thought');
      const crashed = ada.waitForEvent('crash');
      const protocol = await ada.context().newCDPSession(ada);
      // A crashed page never answers.
      void protocol.send('Page.crash').catch(() => {});
      await crashed;
      await crowd.add('meanwhile');
      const back = await ada.context().newPage();
      // How long a page takes to load is measured elsewhere.
      await back.goto('/');
      await expect
        .poll(() => shownTexts(back), { timeout: SOON, intervals: [50] })
        .toEqual(['meanwhile', 'of her own']);
      await openAddDialog(back);
      await expect(thoughtBox(back)).toHaveValue('half a thought');
    },
  );
});

/** Sets the network of a page: none, or one, in Chromium of a kind. */
async function networkOf(page: Page) {
  const context = page.context();
  const isChromium = context.browser()?.browserType().name() === 'chromium';
  const protocol = isChromium ? await context.newCDPSession(page) : null;
  await protocol?.send('Network.enable');
  return (connectionType: 'none' | 'cellular4g'): Promise<unknown> => {
    const offline = connectionType === 'none';
    if (protocol === null) return context.setOffline(offline);
    return protocol.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
      connectionType,
    });
  };
}
