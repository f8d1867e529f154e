#!/usr/bin/env node
/**
 * A bridge between Playwright and the system's Firefox. The long-term release of Firefox does not know the
 * command by which Playwright sets light or dark for each new page, and no page opens without an answer to
 * it. The bridge answers it, and passes on everything else unchanged, both ways.
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

const firefox = spawn(process.env['FIREFOX_PATH'] ?? 'firefox', process.argv.slice(2), {
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
    playwright.addEventListener('message', async ({ data }) => {
      if (typeof data !== 'string') return;
      const { id, method } = JSON.parse(data);
      await isOpen;
      if (method === UNKNOWN) playwright.send(JSON.stringify({ type: 'success', id, result: {} }));
      else browser.send(data);
    });
    browser.addEventListener('message', ({ data }) => playwright.send(data));
    browser.addEventListener('close', () => playwright.close());
    playwright.addEventListener('close', () => browser.close());
  });
  await once(server, 'listening');
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('The bridge has no port');
  return `ws://127.0.0.1:${at.port}`;
}
