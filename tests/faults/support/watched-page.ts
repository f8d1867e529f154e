import type { BrowserContext, Page } from '@playwright/test';
import { STREAM_EVENTS } from '#shared/wire.ts';

/** How often (ms) it is recorded what a page shows. */
export const SAMPLE_MS = 100;

/** What a page showed from some time (ms) on. */
export interface Sample {
  at: number;
  isLive: boolean;
  texts: string[];
}

export type WatchedPage = Awaited<ReturnType<typeof openFeed>>;

declare global {
  interface Window {
    samples: Sample[];
  }
}

/** Opens the feed in another page of a context, and records what the page shows. */
export async function openFeed(context: BrowserContext) {
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('img', { name: 'Live' }).waitFor();
  await page.evaluate(recordChanges, SAMPLE_MS);
  return {
    page,
    samples: () => page.evaluate(() => window.samples),
    /** Lets the page take itself for hidden, or for shown again: this browser shows all its tabs. */
    hide: (isHidden: boolean) =>
      page.evaluate(
        (state) => {
          Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
        },
        isHidden ? 'hidden' : 'visible',
      ),
  };
}

/** Runs in the page. */
function recordChanges(interval: number): void {
  let last = '';
  window.samples = [];
  setInterval(() => {
    const isLive = document.querySelector('nav [role="img"][aria-label="Live"]') !== null;
    const paragraphs = document.querySelectorAll('article p');
    const texts = Array.from(paragraphs, ({ textContent }) => textContent);
    const shown = JSON.stringify([isLive, texts]);
    if (shown !== last) window.samples.push({ at: Date.now(), isLive, texts });
    last = shown;
  }, interval);
}

/** Resolves when the stream of a page brings its next heartbeat. */
export async function nextHeartbeat(page: Page): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Network.enable');
  await new Promise<void>((resolve) => {
    protocol.on('Network.eventSourceMessageReceived', ({ eventName }) => {
      if (eventName === STREAM_EVENTS.heartbeat) resolve();
    });
  });
  await protocol.detach();
}
