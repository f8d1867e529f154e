import { once } from 'node:events';
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Builder } from 'selenium-webdriver';
import { findWebKit } from '#scripts/engines.mjs';
import { findFreePort } from '#server/http/listen.ts';
import { openCrowd, type Crowd } from '#tests/e2e/api-users.ts';
import { expect, test as base } from '#tests/e2e/fixtures.ts';
import { createReader, signIn, type Reader } from './webkit-board.ts';

/** A screen that nobody looks at, for browsers that can't do without. */
interface Display {
  /** As the variable DISPLAY has it. */
  name: string;
  close: () => Promise<void>;
}

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

/** Opens a display under a number that is free. */
async function openDisplay(): Promise<Display> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1000x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const said = server.stdio[3];
  if (!(said instanceof Readable)) throw new Error('Xvfb says no number');
  for await (const number of createInterface(said)) {
    return { name: `:${number}`, close: () => end(server) };
  }
  throw new Error('Xvfb did not start');
}

/** Opens a window on a display, by a driver of its own, because each drives one window at a time. */
async function openWebKit(display: Display) {
  const webKit = findWebKit();
  if (webKit === undefined) throw new Error('There is no WebKit here');
  const port = await findFreePort('127.0.0.1');
  const service = spawn(webKit.driver, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display.name },
    stdio: 'ignore',
  });
  const address = `http://127.0.0.1:${port}`;
  await untilAnswering(`${address}/status`);
  const driver = await new Builder()
    .usingServer(address)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: webKit.browser, args: ['--automation'] },
    })
    .build();
  return {
    driver,
    close: async () => {
      await driver.quit();
      await end(service);
    },
  };
}

async function untilAnswering(address: string): Promise<void> {
  for (let tries = 100; tries > 0; tries -= 1) {
    const answer = await fetch(address).catch(() => null);
    if (answer?.ok) return;
    await sleep(50);
  }
  throw new Error(`Nothing answers at ${address}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
