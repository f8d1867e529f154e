import { join } from 'node:path';
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { build } from 'vite';
import { PAGE_SIZE } from '#shared/limits.ts';
import { COLLECTION } from '#shared/thought.ts';
import { newId } from '#shared/id.ts';
import { openBrowser, THROTTLE } from '#bench/browser.ts';
import { measureInTurn, median, rowsOf, type Section } from '#bench/figures.ts';
import { makeFolder } from '#bench/servers.ts';
import { ensureBuilt } from '#scripts/build.mjs';
import { signInByScreens } from '#tests/e2e/board-server.ts';
import { startEmulator, type Emulator } from '#tools/firestore-emulator/emulator.ts';
import { startHosting } from '#tools/hosted/hosting.ts';
import { SLOW_4G } from './first-visit.ts';

const THOUGHTS = 1_000;
/** Adds of a side in a round. */
const ADDS = 5;

/** A page before the emulator, and what differs in its use. */
interface Side {
  url: string;
  reader: BrowserContext;
  writer: Page;
  /** Starts to add a text in the writer's page. */
  add: (text: string) => Promise<void>;
}

/** Measures the board on Firebase against a bare page of React and the same SDK, before the same emulator. */
export async function measureHosted(): Promise<Section[]> {
  await ensureBuilt('firebase');
  const folder = await buildBarePage();
  await using stops = new AsyncDisposableStack();
  const browser = stops.use(await openBrowser());
  const emulator = await startEmulator();
  stops.defer(emulator.stop);
  emulator.put(Object.fromEntries(Array.from({ length: THOUGHTS }, (_, n) => thoughtOf(n))));
  const service = { host: '127.0.0.1', port: emulator.port };
  const addresses = { auth: service, firestore: service };
  const places = [{ folder }, {}].map((place) => ({ port: 0, isOffline: true, ...place }));
  const sites = await Promise.all(places.map((place) => startHosting(addresses, place)));
  for (const { close } of sites) stops.defer(close);
  const [bare = '', product = ''] = sites.map(({ url }) => url);
  const sides = [await openBare(browser, bare), await openProduct(browser, product)];

  const first = await measureInTurn(sides, (side) => load(side, emulator, false));
  const again = await measureInTurn(sides, (side) => load(side, emulator, true));
  for (const { writer } of sides) await slow(writer);
  // The first add opens connections, and compiles.
  for (const side of sides) await addSome(side);
  const adds = await measureInTurn(sides, addSome);
  const wanted = '<= 1.15 x';
  const shown = { unit: 'ms', of: ({ millis }: { millis: number }) => millis, wanted } as const;
  return [
    {
      title: `On Firebase, slow 4G, processor slowed ${THROTTLE} times`,
      floor: 'bare page with the same SDK',
      rows: [
        ...rowsOf(
          first,
          { ...shown, name: 'first visit: first thought' },
          { name: 'first visit: received', unit: 'kB', of: ({ bytes }) => bytes / 1_000, wanted },
          { name: 'first visit: documents read', unit: '', of: ({ reads }) => reads, wanted },
        ),
        ...rowsOf(again, { ...shown, name: 'from the cache: first thought' }),
        ...rowsOf(
          adds,
          { ...shown, name: "from Add to another's screen" },
          { name: 'from Add to the answer', unit: 'ms', of: ({ stored }) => stored, wanted },
        ),
      ],
    },
  ];
}

/** Returns the folder of the built page. */
async function buildBarePage(): Promise<string> {
  const folder = makeFolder();
  await build({
    configFile: false,
    logLevel: 'warn',
    root: join(import.meta.dirname, '../hosted'),
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'chrome122',
      chunkSizeWarningLimit: 1_000,
    },
  });
  return folder;
}

/** A stored thought, by its path; the newest ones are seconds old. */
function thoughtOf(n: number): [string, Parameters<Emulator['put']>[0][string]] {
  const createdAt = { timestampValue: new Date(Date.now() - (n + 1) * 1_000).toISOString() };
  const [uID, uName, uProfile] = ['somebody', 'Somebody', ''].map((stringValue) => ({
    stringValue,
  }));
  const text = { stringValue: `Thought ${n} of those that were here before, of a usual length.` };
  if (!uID || !uName || !uProfile) throw new Error('A field is missing.');
  return [`${COLLECTION}/${newId()}`, { uID, uName, text, createdAt, uProfile }];
}

async function openBare(browser: Browser, url: string): Promise<Side> {
  const open = async (email: string) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(url);
    await page.waitForFunction(() => 'signInAs' in window);
    const account = JSON.stringify({ sub: email, email, name: email, picture: '' });
    await page.evaluate((one) => window.signInAs(one), account);
    await page.locator('article').first().waitFor();
    return page;
  };
  const [reading, writer] = [await open('ben@example.org'), await open('ada@example.org')];
  await reading.close();
  const add = async (text: string): Promise<void> => {
    await writer.evaluate(async (one) => {
      const pressed = performance.now();
      await window.addText(one);
      Object.assign(window, { times: [pressed, performance.now()] });
    }, text);
  };
  return { url, reader: reading.context(), writer, add };
}

async function openProduct(browser: Browser, url: string): Promise<Side> {
  const open = async (name: string) => {
    const context = await browser.newContext({ baseURL: url });
    const page = await context.newPage();
    await page.goto('/login');
    await signInByScreens(page, name);
    await page.locator('article').first().waitFor();
    return page;
  };
  const [reading, writer] = [await open('Ben'), await open('Ada')];
  await reading.close();
  const add = async (text: string): Promise<void> => {
    await writer.getByTitle('create new thoughts').click();
    await writer.getByPlaceholder("What's your thoughts?").fill(text);
    await writer.evaluate(() => {
      let pressed = 0;
      addEventListener('click', () => (pressed = performance.now()), { capture: true, once: true });
      const observer = new PerformanceObserver((list) => {
        const commit = list.getEntries().find(({ name }) => name.includes(':commit'));
        if (!(commit instanceof PerformanceResourceTiming)) return;
        observer.disconnect();
        Object.assign(window, { times: [pressed, commit.responseEnd] });
      });
      observer.observe({ type: 'resource' });
    });
    await writer.getByRole('button', { name: 'Add', exact: true }).click();
  };
  return { url, reader: reading.context(), writer, add };
}

/** Slows down a page's network and processor; returns what has done so. */
async function slow(page: Page): Promise<CDPSession> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', SLOW_4G);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  return devTools;
}

/** Loads a side's page on a slow network as somebody who is signed in, and closes it. */
async function load({ url, reader }: Side, emulator: Emulator, isCached: boolean) {
  const page = await reader.newPage();
  const devTools = await slow(page);
  await devTools.send('Network.setCacheDisabled', { cacheDisabled: !isCached });
  const before = emulator.readCount();
  await page.goto(url, { waitUntil: 'commit' });
  const { millis, bytes } = await page.evaluate(untilThought);
  // The page has as many as it asks for at once, and one more.
  while (emulator.readCount() - before < PAGE_SIZE) await page.waitForTimeout(50);
  await page.waitForTimeout(1_000);
  const reads = emulator.readCount() - before;
  await page.close();
  return { millis, bytes, reads };
}

/** Runs in the page: the milliseconds from the start of the navigation to the first thought, and the bytes until then. */
async function untilThought() {
  do await new Promise(requestAnimationFrame);
  while (document.querySelector('article') === null);
  const millis = performance.now();
  let bytes = 0;
  for (const type of ['navigation', 'resource']) {
    for (const entry of performance.getEntriesByType(type)) {
      if (entry instanceof PerformanceResourceTiming) bytes += entry.encodedBodySize;
    }
  }
  return { millis, bytes };
}

/** Adds some texts; returns the median milliseconds until one was acknowledged, and until another browser showed it. */
async function addSome({ url, reader, writer, add }: Side) {
  const page = await reader.newPage();
  await page.goto(url);
  await page.locator('article').first().waitFor();
  await slow(page);
  const stored: number[] = [];
  const shown: number[] = [];
  for (let count = 0; count < ADDS; count += 1) {
    await page.waitForTimeout(1_000);
    const text = `Added ${newId()}`;
    const showing = page.evaluate(untilShown, text);
    await add(text);
    const arrived = await showing;
    const times = await writer.waitForFunction(() => Reflect.get(window, 'times'));
    const [pressed, acknowledged] = await times.evaluate((found) => {
      Object.assign(window, { times: undefined });
      return [performance.timeOrigin + Number(found[0]), performance.timeOrigin + Number(found[1])];
    });
    stored.push(acknowledged - pressed);
    shown.push(arrived - pressed);
  }
  await page.close();
  return { stored: median(stored), millis: median(shown) };
}

/** Runs in the page: resolves with the time at which it shows the text. */
async function untilShown(text: string): Promise<number> {
  while (!document.body.textContent.includes(text)) await new Promise(requestAnimationFrame);
  return performance.timeOrigin + performance.now();
}
