import type { Browser, CDPSession } from '@playwright/test';
import { THROTTLE } from './browser.ts';

/** What Chromium's own tools call slow 4G: bytes a second, and milliseconds for each request. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 180_000,
  uploadThroughput: 84_375,
};
/** Milliseconds after the first thought in which late content may still shift it. */
const SETTLE = 1_500;

export interface Loaded {
  /** Milliseconds from the start of the navigation to the first thought in the page. */
  millis: number;
  bytes: number;
  /** The cumulative layout shift. */
  shift: number;
}

interface Cookie {
  name: string;
  value: string;
  url: string;
}

/** Loads a page without a cache on a slow network, and closes it. */
export async function loadOnce(
  browser: Browser,
  url: string,
  cookies: Cookie[] = [],
): Promise<Loaded> {
  const devTools = await browser.newBrowserCDPSession();
  // In a page that Playwright knows, V8 would parse the scripts once more; it ignores others' contexts.
  const { browserContextId } = await devTools.send('Target.createBrowserContext');
  const blank = { url: 'about:blank', browserContextId };
  const { targetId } = await devTools.send('Target.createTarget', blank);
  await devTools.send('Storage.setCookies', { browserContextId, cookies });
  const send = await attach(devTools, targetId);
  await send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  await send('Network.enable');
  await send('Network.setCacheDisabled', { cacheDisabled: true });
  await send('Network.emulateNetworkConditions', SLOW_4G);
  await send('Page.navigate', { url });
  const expression = `(${String(readLoaded)})(${SETTLE})`;
  const options = { expression, awaitPromise: true, returnByValue: true };
  const { value } = (await send('Runtime.evaluate', options)).result;
  await devTools.send('Target.disposeBrowserContext', { browserContextId });
  await devTools.detach();
  return value;
}

/** Attaches to a page; returns the function that sends it a command and resolves with the result. */
async function attach(devTools: CDPSession, targetId: string) {
  const { sessionId } = await devTools.send('Target.attachToTarget', { targetId });
  let last = 0;
  return async (method: string, params: object = {}) => {
    last += 1;
    const id = last;
    const answered = Promise.withResolvers<string>();
    devTools.on('Target.receivedMessageFromTarget', ({ message }) => {
      if (JSON.parse(message).id === id) answered.resolve(message);
    });
    const message = JSON.stringify({ id, method, params });
    await devTools.send('Target.sendMessageToTarget', { sessionId, message });
    const { result, error } = JSON.parse(await answered.promise);
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  };
}

/** Runs in the page: waits for the first thought and a little longer. */
async function readLoaded(settle: number): Promise<Loaded> {
  let shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shift += 'value' in entry ? Number(entry.value) : 0;
  }).observe({ type: 'layout-shift', buffered: true });
  // The frame in which the thought is there is the one that paints it.
  do await new Promise(requestAnimationFrame);
  while (document.querySelector('article') === null);
  const millis = performance.now();
  await new Promise((resolve) => setTimeout(resolve, settle));
  const received = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type));
  let bytes = 0;
  for (const entry of received) {
    const isByThen = entry instanceof PerformanceResourceTiming && entry.responseEnd <= millis;
    if (isByThen) bytes += entry.encodedBodySize;
  }
  return { millis, bytes, shift };
}
