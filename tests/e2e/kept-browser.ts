import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { chromium, type BrowserContext, type LaunchOptions } from '@playwright/test';

/** A Chromium of its own that keeps what it has on disk, as a person's does. */
export interface KeptBrowser {
  /** Starts it, with what it has kept. */
  start: () => Promise<BrowserContext>;
  /** Kills all of it at once, as a crash or the system does. */
  kill: () => Promise<void>;
  /** Whether a text is in what it has written of its cookies and local storage. */
  hasWritten: (text: string) => boolean;
  /** Ends it and removes what it has kept. */
  remove: () => Promise<void>;
}

/** Creates the browser; it does not run yet, and has kept nothing. */
export async function createKeptBrowser(
  options: LaunchOptions,
  baseURL: string,
): Promise<KeptBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'thought-cloud-browser-'));
  let context: BrowserContext | undefined;
  return {
    start: async () => {
      context = await chromium.launchPersistentContext(folder, { ...options, baseURL });
      return context;
    },
    kill: async () => {
      const browser = context?.browser();
      if (!browser) throw new Error('The browser does not run.');
      const protocol = await browser.newBrowserCDPSession();
      const { processInfo } = await protocol.send('SystemInfo.getProcessInfo');
      const gone = new Promise((resolve) => {
        browser.once('disconnected', resolve);
      });
      for (const { id } of processInfo) process.kill(id, 'SIGKILL');
      await gone;
    },
    hasWritten: (text) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => basename(file).startsWith('Cookies') || file.endsWith('.log'))
        .some((file) => readFileSync(join(folder, file)).includes(text)),
    remove: async () => {
      await context?.close();
      await rm(folder, { recursive: true });
    },
  };
}
