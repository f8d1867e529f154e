import { test as base, expect, type Page } from '@playwright/test';
import { createServerProcess, type ServerProcess } from './server-process.ts';
import { createTrouble, type Trouble } from './trouble.ts';

interface BoardFixtures {
  /** A server of the test's own, with an empty board. */
  server: ServerProcess;
  /** Page errors, console errors and foreign requests fail the test, unless expected here. */
  trouble: Trouble;
  /** Opens a browser of its own in which nobody is signed in, on a blank page. */
  visitor: () => Promise<Page>;
  /** Opens a browser of its own and signs a person in through the screens. */
  person: (name: string) => Promise<Page>;
}

export const test = base.extend<BoardFixtures>({
  server: async ({}, use) => {
    const server = await createServerProcess();
    await server.start();
    await use(server);
    await server.remove();
  },
  trouble: async ({ server }, use) => {
    const trouble = createTrouble(server.url);
    await use(trouble);
    expect(trouble.unexpected()).toEqual([]);
  },
  visitor: async ({ browser, server, trouble }, use) => {
    await use(async () => {
      const context = await browser.newContext({ baseURL: server.url });
      trouble.watch(context);
      return context.newPage();
    });
  },
  person: async ({ visitor }, use) => {
    await use(async (name) => {
      const page = await visitor();
      await page.goto('/');
      await signIn(page, name);
      return page;
    });
  },
});

/** Signs in by a local account, from the login screen on. */
export async function signIn(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(emailOf(name));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Thoughts field' })).toBeVisible();
}

/** The address a person of this name signs in with. */
export function emailOf(name: string): string {
  return `${name.toLowerCase().replaceAll(/[^a-z]/gu, '.')}@example.org`;
}

export { expect };
