import type { Page } from '@playwright/test';
import { PATHS } from '#shared/wire.ts';
import { pause } from '#tests/faults/support/pause.ts';
import { amountOf, startTrial, type Random } from '#tests/faults/support/trial.ts';
import { expect, test } from './fixtures.ts';
import { signInByRequests } from './sign-in.ts';
import { press, pressAt } from './press.ts';
import { draftDot, openAddDialog, thoughtBox } from './thoughts.ts';

/** Milliseconds: what was typed last before a crash may be lost. */
const MAY_BE_LOST_MS = 500;
const WORDS = 'Rain since noon; 午後 🌞 two gulls argue on the roof about a crust of bread: ';

/** Ways to leave a dialog in which somebody writes; each ends with the page that is written on. */
const WAYS: Readonly<Record<string, (page: Page, url: string) => Promise<Page>>> = {
  Esc: async (page) => {
    await page.keyboard.press('Escape');
    return page;
  },
  'a press outside': async (page) => {
    await pressAt(page, 5, 5);
    return page;
  },
  'a reload': async (page) => {
    await page.reload();
    return page;
  },
  'a crash of the page': async (page) => {
    await pause(MAY_BE_LOST_MS);
    const crashed = page.waitForEvent('crash');
    const protocol = await page.context().newCDPSession(page);
    // It is answered by nobody.
    void protocol.send('Page.crash').catch(() => {});
    await crashed;
    const next = await page.context().newPage();
    await page.close();
    await next.goto('/');
    return next;
  },
  'the end of the session': async (page, url) => {
    await page.request.delete(PATHS.session, { headers: { origin: url } });
    await expect(page).toHaveURL(/\/login$/u);
    await signInByRequests(page.request, url, 'Ada');
    await page.goto('/');
    return page;
  },
  'a network that is gone': async (page) => {
    await page.context().setOffline(true);
    await page.keyboard.press('Escape');
    await page.context().setOffline(false);
    return page;
  },
};

test(
  'a draft outlives whatever takes its writer away, to the last character, and nobody else sees it',
  { tag: ['@self-hosted', '@chromium', '@nightly'] },
  async ({ person, server, consoleGuard }) => {
    const trial = startTrial('drafts');
    const runs = amountOf('DRAFTS', Object.keys(WAYS).length);
    test.setTimeout(60_000 + runs * 20_000);
    consoleGuard.expect(/console (error|warning)/u);
    let page = await person('Ada');
    for (let run = 0; run < runs; run += 1) {
      const [way, leave] = Object.entries(WAYS)[run % Object.keys(WAYS).length] ?? [];
      if (leave === undefined) throw new Error('There are no ways.');
      const text = drawText(trial.random);
      await openAddDialog(page);
      await thoughtBox(page).pressSequentially(text);
      page = await leave(page, server.url);
      await expect(draftDot(page)).toBeVisible();
      const dialog = await openAddDialog(page);
      expect([way, await thoughtBox(page).inputValue()]).toEqual([way, text]);
      await press(dialog.getByRole('button', { name: 'Cancel' }));
      trial.progress(() => `${run} of ${runs}, after ${way}`);
    }
    await openAddDialog(page);
    await thoughtBox(page).fill('for nobody else');
    await page.request.delete(PATHS.session, { headers: { origin: server.url } });
    await signInByRequests(page.request, server.url, 'Bob');
    await page.goto('/');
    await expect(draftDot(page)).toHaveCount(0);
    await openAddDialog(page);
    await expect(thoughtBox(page)).toHaveValue('');
    trial.report(`${runs} drafts, left at a random point by ${Object.keys(WAYS).join(', ')}: kept`);
  },
);

/** The beginning of a text, which ends at a random point. */
function drawText(random: Random): string {
  const characters = Array.from(WORDS.repeat(2));
  const text = characters.slice(0, 1 + random.below(80)).join('');
  return `${random.below(1_000)} ${text}`;
}
