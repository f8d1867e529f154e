import { openCrowd } from './api-users.ts';
import { expect, test as base } from './fixtures.ts';
import { signInByRequests } from './sign-in.ts';
import { createKeptBrowser, type KeptBrowser } from './kept-browser.ts';
import { addThought, openAddDialog, shownTexts, thoughtBox } from './thoughts.ts';

/** Milliseconds after which somebody who comes back sees what everybody sees. */
const SOON = 2_000;
/** Milliseconds in which Chromium writes cookies; local storage it writes after some seconds. */
const WRITTEN = 60_000;

const test = base.extend<{ kept: KeptBrowser }>({
  kept: async ({ launchOptions, server }, use) => {
    const browser = await createKeptBrowser(launchOptions, server.url);
    await use(browser);
    await browser.remove();
  },
});

test(
  'after a crash of the whole browser the draft, the sign-in and what was unsent are there',
  { tag: ['@self-hosted', '@chromium', '@nightly'] },
  async ({ kept, server, consoleGuard }) => {
    consoleGuard.expect(/console (error|warning)/u);
    const before = await kept.start();
    consoleGuard.watch(before);
    const ada = await before.newPage();
    await signInByRequests(before.request, server.url, 'Ada');
    await ada.goto('/');
    await addThought(ada, 'of her own');
    await before.setOffline(true);
    await addThought(ada, 'not sent yet');
    await openAddDialog(ada);
    await thoughtBox(ada).pressSequentially('half a thought');
    const session = (await before.cookies()).find(({ name }) => name.endsWith('-session'));
    for (const text of ['half a thought', 'not sent yet', session?.name ?? 'no session']) {
      await expect.poll(() => kept.hasWritten(text), { timeout: WRITTEN }).toBe(true);
    }
    await kept.kill();
    await (await openCrowd(server.url)).add('meanwhile');

    const again = await kept.start();
    consoleGuard.watch(again);
    const back = await again.newPage();
    await back.goto('/');
    await expect
      .poll(() => shownTexts(back), { timeout: SOON, intervals: [50] })
      .toEqual(['not sent yet', 'meanwhile', 'of her own']);
    await openAddDialog(back);
    await expect(thoughtBox(back)).toHaveValue('half a thought');
  },
);
