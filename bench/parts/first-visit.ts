import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Browser, CDPSession } from '@playwright/test';
import { BUDGETS } from '#scripts/vite-plugins.ts';
import { cookieOf, openBrowser, THROTTLE, type Cookie } from '#bench/browser.ts';
import { measureInTurn, rowsOf } from '#bench/figures.ts';
import type { Reading, Row, Section, Wanted } from '#bench/figures.ts';
import { startFloor, startProduct, withSides } from '#bench/servers.ts';
import { originOf } from '#bench/target.ts';

const DIST = join(import.meta.dirname, '../../dist');

/** Measures the bytes of scripts and styles on a first visit, which loads all of them. */
export async function measureWeight(): Promise<Section> {
  const rows = [
    ...weigh('client', 'self-hosted', `<= ${BUDGETS.server / 1_000} kB`),
    ...weigh('firebase', 'Firebase, as last built', `<= ${BUDGETS.firebase / 1_000} kB`),
  ];
  return { title: 'Scripts and styles of a first visit', floor: 'as built', rows };
}

function weigh(build: string, name: string, wanted: Wanted): Row[] {
  const folder = join(DIST, build, 'assets');
  if (!existsSync(folder)) return [];
  const files = globSync(join(folder, '*.{js,css}')).map((file) => readFileSync(file));
  const product = [sum(files.map((file) => brotliCompressSync(file)))];
  return [{ name: `${name}, brotli`, unit: 'kB', floor: [sum(files)], product, wanted }];
}

function sum(files: readonly Buffer[]): number {
  return files.reduce((total, { length }) => total + length, 0) / 1_000;
}

/** What Chromium's own tools call slow 4G: bytes a second, and milliseconds for each request. */
export const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 180_000,
  uploadThroughput: 84_375,
};
/** Milliseconds after the first thought in which late content may still shift it. */
const SETTLE = 1_500;

type Loaded = Awaited<ReturnType<typeof readLoaded>>;

const READINGS: readonly Reading<Loaded>[] = [
  { name: 'first thought shown', unit: 'ms', of: ({ millis }) => millis, wanted: '<= 1.15 x' },
  { name: 'received', unit: 'kB', of: ({ bytes }) => bytes / 1_000 },
  { name: 'layout shift', unit: '', of: ({ shift }) => shift, isAlone: true, wanted: '<= 0' },
];

/** Measures a first visit on a slow phone network against a bare page of the same weight. */
export async function measureFirstLoad(): Promise<Section> {
  await using browser = await openBrowser();
  const starts = [() => startProduct({ thoughts: 1_000 }), () => startFloor()];
  return await withSides(starts, async ([product, floor]) => {
    if (product === undefined || floor === undefined) throw new Error('A server is missing.');
    const cookie = cookieOf(product.server);
    const visitProduct = (): Promise<Loaded> => loadOnce(browser, cookie.url, [cookie]);
    // The first page after a start has no preloads; the second shows how much the bare page has to weigh.
    await visitProduct();
    const { bytes } = await visitProduct();
    const barePage = `${originOf(floor.server)}/bare/${bytes}`;
    const visits = [() => loadOnce(browser, barePage), visitProduct];
    return {
      title: `First load on slow 4G, processor slowed ${THROTTLE} times`,
      floor: 'bare page as heavy',
      rows: rowsOf(await measureInTurn(visits, (visit) => visit()), ...READINGS),
    };
  });
}

/** Loads a page without a cache on a slow network, and closes it. */
async function loadOnce(browser: Browser, url: string, cookies: Cookie[] = []): Promise<Loaded> {
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

/**
 * Runs in the page: waits for the first thought and a little longer. Returns the milliseconds from the start of
 * the navigation to the thought, the bytes received until then, and the cumulative layout shift.
 */
async function readLoaded(settle: number) {
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
