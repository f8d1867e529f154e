import { THROTTLE } from './browser.ts';
import type { DevTools } from './plain-chromium.ts';

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

/** Loads a page without a cache on a slow network, with cookies (`name=value; ...`), and closes it. */
export async function loadOnce(chromium: DevTools, url: string, cookies = ''): Promise<Loaded> {
  const { browserContextId } = await chromium.send('Target.createBrowserContext');
  const { targetId } = await chromium.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
  });
  const page = await chromium.attach(String(targetId));
  await chromium.send('Storage.setCookies', { browserContextId, cookies: parse(cookies, url) });
  await page.send('Page.enable');
  await page.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  await page.send('Network.enable');
  await page.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.send('Network.emulateNetworkConditions', SLOW_4G);
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${String(watchPage)})()` });
  await page.send('Page.navigate', { url });
  const loaded = await evaluateLoaded(page);
  await chromium.send('Target.disposeBrowserContext', { browserContextId });
  return loaded;
}

function parse(cookies: string, url: string): { name: string; value: string; url: string }[] {
  const pairs = cookies === '' ? [] : cookies.split('; ');
  return pairs.map((pair) => {
    const [name = '', value = ''] = pair.split('=');
    return { name, value, url };
  });
}

async function evaluateLoaded(page: DevTools): Promise<Loaded> {
  const { result } = await page.send('Runtime.evaluate', {
    expression: `(${String(readLoaded)})(${SETTLE}).then(JSON.stringify)`,
    awaitPromise: true,
    returnByValue: true,
  });
  const text: unknown = Reflect.get(Object(result), 'value');
  const loaded: Loaded = JSON.parse(String(text));
  return loaded;
}

/** Runs in the page: waits for the first thought and a little longer. */
async function readLoaded(settle: number): Promise<Loaded> {
  let shown: PerformanceEntry | undefined;
  while (shown === undefined) {
    await new Promise(requestAnimationFrame);
    [shown] = performance.getEntriesByName('first thought');
  }
  await new Promise((resolve) => setTimeout(resolve, settle));
  const millis = shown.startTime;
  const received = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type));
  let bytes = 0;
  for (const entry of received) {
    const isByThen = entry instanceof PerformanceResourceTiming && entry.responseEnd <= millis;
    if (isByThen) bytes += entry.encodedBodySize;
  }
  let shift = 0;
  for (const mark of performance.getEntriesByName('layout shift')) {
    if (mark instanceof PerformanceMark) shift += Number(mark.detail);
  }
  return { millis, bytes, shift };
}

/** Runs in the page, before everything else: marks the first thought and each layout shift. */
function watchPage(): void {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const detail = 'value' in entry ? entry.value : 0;
      performance.mark('layout shift', { detail });
    }
  }).observe({ type: 'layout-shift', buffered: true });
  const seeking = new MutationObserver(() => {
    if (document.querySelector('article') === null) return;
    seeking.disconnect();
    // The thought is painted in the next frame.
    requestAnimationFrame(() => performance.mark('first thought'));
  });
  seeking.observe(document, { childList: true, subtree: true });
}
