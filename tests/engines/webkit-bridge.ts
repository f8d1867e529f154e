#!/usr/bin/env node
/**
 * A bridge between Playwright and the system's WebKit. Playwright speaks the inspector's protocol of WebKit, with commands
 * of its own that only its own build of WebKit knows. The bridge passes on what every WebKit knows, and does the rest:
 *
 * - a context is a browser of its own, with data of its own (webkit-browser.ts);
 * - what Playwright's build does in a page, here a script or the browser's automation does (webkit-page.ts);
 * - a browser without a network is one whose proxy answers nothing (webkit-proxy.ts).
 *
 * What no such WebKit can is left out, by the tag @not-system-webkit: see docs/reliability.md.
 * The zone of all pages is TZ. Processes are not changed for another site, since an inspected browser crashes at that.
 *
 * Playwright starts this file as if it were its WebKit, with pipes as files 3 and 4, and ends each message with a zero.
 */
import { Socket } from 'node:net';
import { startWebKit, type WebKit } from './webkit-browser.ts';
import type { Message } from './webkit-inspector.ts';
import { createPage, type Page } from './webkit-page.ts';

const input = new Socket({ fd: 3 }).setEncoding('utf8');
const output = new Socket({ fd: 4 });
const tell = (message: Message): void => void output.write(`${JSON.stringify(message)}\0`);

const browsers = new Map<string, WebKit>();
/** By the id of the browser and the window. */
const pages = new Map<string, Page>();
let opened = 0;

const COMMANDS: Record<string, (params: Message) => Promise<Message | void>> = {
  'Playwright.enable': async () => {},
  'Playwright.setDownloadBehavior': async () => {},
  'Playwright.setLanguages': async () => {},
  'Playwright.createContext': async () => {
    opened += 1;
    const browserContextId = `browser-${opened}`;
    const browser = await startWebKit(
      process.env['TZ'] ?? 'UTC',
      (target, message) => pages.get(`${browserContextId}/${target}`)?.hear(message),
      (target) => forget(`${browserContextId}/${target}`),
    );
    browsers.set(browserContextId, browser);
    return { browserContextId };
  },
  'Playwright.deleteContext': async ({ browserContextId }) => {
    for (const id of pages.keys()) if (id.startsWith(`${browserContextId}/`)) forget(id);
    await browserOf(browserContextId).close();
    browsers.delete(browserContextId);
  },
  'Playwright.createPage': async ({ browserContextId }) => {
    const browser = browserOf(browserContextId);
    const window = await browser.open();
    const pageProxyId = `${browserContextId}/${window.target}`;
    pages.set(
      pageProxyId,
      createPage(browser, window, (message) => tell({ ...message, pageProxyId })),
    );
    tell({ method: 'Playwright.pageProxyCreated', params: { pageProxyId, browserContextId } });
    browser.attach(window.target);
    return { pageProxyId };
  },
  'Playwright.closePage': ({ pageProxyId }) => pageOf(pageProxyId).close(),
  'Playwright.navigate': ({ pageProxyId, url }) => pageOf(pageProxyId).navigate(url),
  'Playwright.setCookies': async ({ browserContextId, cookies }) => {
    for (const cookie of cookies) {
      await anyPageOf(browserContextId).ask('Page.setCookie', {
        cookie: { expires: 0, secure: false, ...cookie },
      });
    }
  },
  'Playwright.getAllCookies': ({ browserContextId }) =>
    anyPageOf(browserContextId).ask('Page.getCookies', {}),
  'Playwright.close': async () => {
    await Promise.all([...browsers.values()].map((browser) => browser.close()));
    process.exit();
  },
};

function browserOf(id: string): WebKit {
  const browser = browsers.get(id);
  if (browser === undefined) throw new Error(`There is no ${id}`);
  return browser;
}

function pageOf(id: string): Page {
  const page = pages.get(id);
  if (page === undefined) throw new Error(`There is no ${id}`);
  return page;
}

function anyPageOf(browserContextId: string): Page {
  const id = pages.keys().find((each) => each.startsWith(`${browserContextId}/`));
  return pageOf(id ?? browserContextId);
}

function forget(pageProxyId: string): void {
  if (!pages.delete(pageProxyId)) return;
  tell({ method: 'Playwright.pageProxyDestroyed', params: { pageProxyId } });
}

async function answer({ id, method, params, pageProxyId }: Message): Promise<void> {
  if (pageProxyId !== undefined) {
    await pages.get(pageProxyId)?.handle({ id, method, params });
    return;
  }
  try {
    const command = COMMANDS[method];
    if (command === undefined) throw new Error(`The bridge does not know ${method}`);
    tell({ id, result: (await command(params ?? {})) ?? {} });
  } catch (error) {
    tell({ id, error: { message: error instanceof Error ? error.message : String(error) } });
  }
}

let rest = '';
for await (const data of input) {
  const messages = `${rest}${data}`.split('\0');
  rest = messages.pop() ?? '';
  for (const message of messages) void answer(JSON.parse(message));
}
await answer({ method: 'Playwright.close' });
