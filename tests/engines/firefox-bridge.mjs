#!/usr/bin/env node
/**
 * A bridge between Playwright and the system's Firefox. The long-term release of Firefox does not know the
 * command by which Playwright sets light or dark for each new page, and no page opens without an answer to
 * it. The bridge answers it; and what media a page is shown in, it sets by a script in Firefox itself, for pages
 * that ask so by a header: see `emulateMedia` in firefox-media.ts. It passes on everything else unchanged, both ways.
 *
 * Playwright starts this file as if it were Firefox, and reads the address to connect to from standard
 * error, where Firefox itself would have written it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { WebSocketServer } from 'ws';

const UNKNOWN = 'emulation.setMediaFeaturesOverride';
const ADDRESS = /(?<=WebDriver BiDi listening on )ws:\S+/u;
const MEDIA_HEADER = 'firefox-media';
/** The bridge's own commands have ids from here on, far above those of Playwright. */
const OWN_IDS = 1_000_000_000;

const args = ['--remote-allow-system-access', ...process.argv.slice(2)];
const firefox = spawn(process.env['FIREFOX_PATH'] ?? 'firefox', args, {
  stdio: ['ignore', 'inherit', 'pipe'],
});
firefox.once('exit', (code) => process.exit(code ?? 1));

for await (const line of createInterface({ input: firefox.stderr })) {
  const address = ADDRESS.exec(line)?.[0];
  console.error(address === undefined ? line : line.replace(address, await bridgeTo(address)));
}

/**
 * Listens for Playwright, and returns the address to connect to.
 * @param {string} address Firefox's own
 */
async function bridgeTo(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (playwright, { url = '' }) => {
    const browser = new WebSocket(`${address}${url}`);
    const isOpen = once(browser, 'open');
    const media = createMedia(browser);
    playwright.addEventListener('message', async ({ data }) => {
      if (typeof data !== 'string') return;
      const { id, method, params } = JSON.parse(data);
      await isOpen;
      const header = params?.headers?.find?.(
        (/** @type {{ name: string }} */ { name }) => name === MEDIA_HEADER,
      );
      const done = JSON.stringify({ type: 'success', id, result: {} });
      if (method === UNKNOWN) playwright.send(done);
      else if (header !== undefined) {
        await media.set(params.contexts, JSON.parse(header.value.value));
        playwright.send(done);
      } else browser.send(data);
    });
    browser.addEventListener('message', ({ data }) => {
      if (!media.hear(data)) playwright.send(data);
    });
    browser.addEventListener('close', () => playwright.close());
    playwright.addEventListener('close', () => browser.close());
  });
  await once(server, 'listening');
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('The bridge has no port');
  return `ws://127.0.0.1:${at.port}`;
}

/**
 * Of the answer to a command of the bridge's own: pages, or how a script ended.
 * @typedef {{ result?: { contexts?: { context: string }[]; type?: string } }} Answer
 */

/**
 * Sets in which media Firefox shows pages.
 * @param {WebSocket} browser
 */
function createMedia(browser) {
  /** @type {Map<number, (answer: Answer) => void>} */
  const waiting = new Map();
  let next = OWN_IDS;
  /**
   * @param {string} method
   * @param {object} params
   * @returns {Promise<Answer>}
   */
  const ask = (method, params) =>
    new Promise((resolve) => {
      waiting.set(next, resolve);
      browser.send(JSON.stringify({ id: next, method, params }));
      next += 1;
    });
  return {
    /**
     * Sets properties of pages, which WebDriver BiDi names by these ids.
     * @param {readonly string[]} ids
     * @param {Readonly<Record<string, string>>} properties
     */
    set: async (ids, properties) => {
      const tree = await ask('browsingContext.getTree', { 'moz:scope': 'chrome' });
      const code = `(${String(assign)})(${JSON.stringify(ids)}, ${JSON.stringify(properties)})`;
      const target = { context: tree.result?.contexts?.[0]?.context };
      const answer = await ask('script.evaluate', { expression: code, target, awaitPromise: true });
      if (answer.result?.type !== 'success') console.error(JSON.stringify(answer));
    },
    /**
     * Whether a message answers a command of the bridge's own.
     * @param {string} message
     */
    hear: (message) => {
      const answer = JSON.parse(message);
      if (!(answer.id >= OWN_IDS)) return false;
      waiting.get(answer.id)?.(answer);
      waiting.delete(answer.id);
      return true;
    },
  };
}

/**
 * Runs in Firefox itself.
 * @param {readonly string[]} ids
 * @param {Readonly<Record<string, string>>} properties
 */
function assign(ids, properties) {
  // @ts-expect-error A global of Firefox.
  const { NavigableManager } = ChromeUtils.importESModule(
    'chrome://remote/content/shared/NavigableManager.sys.mjs',
  );
  for (const id of ids) Object.assign(NavigableManager.getBrowsingContextById(id), properties);
}
