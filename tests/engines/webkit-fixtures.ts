import { openCrowd, type Crowd } from '#tests/e2e/api-users.ts';
import { expect, test as base } from '#tests/e2e/fixtures.ts';
import { createReader, signIn, type Reader } from './webkit-board.ts';
import { openDisplay, openWebKit, type Display } from './webkit-browser.ts';

interface Machine {
  /** What the windows of one worker open on. */
  display: Display;
}

interface People {
  /** Ada, signed in, in a window of her own. */
  ada: Reader;
  /** Others, without a browser. */
  crowd: Crowd;
}

export const test = base.extend<People, Machine>({
  display: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const display = await openDisplay();
      await use(display);
      await display.close();
    },
    { scope: 'worker' },
  ],
  ada: async ({ display, server }, use) => {
    const { driver, close } = await openWebKit(display);
    try {
      const ada = createReader(driver);
      await signIn(ada, server.url, 'Ada');
      await driver.executeScript(noteProblems);
      await use(ada);
      expect(await driver.executeScript(problems)).toEqual([]);
    } finally {
      await close();
    }
  },
  crowd: async ({ server }, use) => use(await openCrowd(server.url)),
});

export { expect };

function noteProblems(): void {
  const { dataset } = document.documentElement;
  const note = (problem: string): void => {
    dataset['problems'] = `${dataset['problems'] ?? ''}${problem}\n`;
  };
  addEventListener('error', ({ message }) => note(message));
  addEventListener('unhandledrejection', ({ reason }) => note(String(reason)));
  document.addEventListener('securitypolicyviolation', ({ blockedURI }) => note(blockedURI));
}

function problems(): string[] {
  return (document.documentElement.dataset['problems'] ?? '').split('\n').filter(Boolean);
}
