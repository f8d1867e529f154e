import { createServer } from 'node:http';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { vi } from 'vitest';
import { isProblemCode, Problem } from '#shared/problem.ts';
import { watch, writesBy, type World } from '#client/backend/contract.ts';
import { findChromium } from '#scripts/machine.ts';
import { configOf, type Services, startServices } from '#tests/firebase/services.ts';
import { closeServer, listenLocally } from '#server/testing/local-server.ts';
import type { Backend, ThoughtWindow, Writes } from '#client/backend/backend.ts';
import type { Calls } from './page.ts';

const HTML = '<!doctype html><title>Test</title><script type="module" src="/page.js"></script>';

/** A world of real browsers that use the services. */
export interface FirebaseWorld extends World {
  services: Services;
  visitor: () => Promise<RemoteBackend>;
  person: (name: string) => Promise<RemoteBackend>;
  /** Closes the browsers that are open. */
  closeBrowsers: () => Promise<void>;
}

export async function openFirebaseWorld(): Promise<FirebaseWorld> {
  const [services, pages, browser] = await Promise.all([
    startServices(),
    servePage(),
    launchChromium(),
  ]);
  const visitor = async (): Promise<RemoteBackend> => {
    return openRemoteBackend(await browser.newContext(), pages.address, configOf(services));
  };

  return {
    services,
    visitor,
    person: async (name) => {
      const backend = await visitor();
      await backend.signInAs(googleAccount(name));
      return backend;
    },
    closeBrowsers: async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    close: async () => {
      await browser.close();
      await Promise.all([services.stop(), pages.close()]);
    },
  };
}

function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) });
}

function googleAccount(name: string): object {
  const sub = name.toLowerCase();
  return {
    sub,
    name,
    email: `${sub}@mail.example`,
    picture: `https://pictures.example/${sub}.png`,
  };
}

/** Watches the feed until the test has finished; resolves when it is live. */
export async function watchFeed(backend: RemoteBackend, size = 50) {
  const feed = await watch(backend, 'feed', { size });
  await vi.waitUntil(feed.isLive, { interval: 20 });
  return feed;
}

/** Builds the page that holds the adapter with the real SDK, and serves it on a free port. */
async function servePage() {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: true,
      rollupOptions: { input: 'tests/firebase/chromium/page.ts' },
    },
  });
  if (!('output' in result)) throw new Error('One output was expected');
  const [{ code }] = result.output;
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? code : HTML);
  });
  const port = await listenLocally(server);
  return { address: `http://127.0.0.1:${port}/`, close: () => closeServer(server) };
}

/** A backend that lives in a page; the port's calls are handed over to it. */
export interface RemoteBackend extends Backend {
  page: Page;
  signInAs: (account: object) => Promise<void>;
}

/** Opens the page at an address in a browser of its own, and the backend in it. */
async function openRemoteBackend(
  context: BrowserContext,
  address: string,
  config: object,
): Promise<RemoteBackend> {
  const page = await context.newPage();
  // The adapter on the other side has checked what arrives here.
  const listeners = new Map<number, (event: never) => void>();
  let last = 0;
  await page.exposeFunction('notify', (number: number, event: never) => {
    listeners.get(number)?.(event);
  });
  await page.goto(address);
  await page.waitForFunction(() => 'call' in window);

  const call = async (name: keyof Calls, number: number, ...args: unknown[]): Promise<void> => {
    const request = [name, number, JSON.stringify(args)] as const;
    const refusal = await page.evaluate(([...all]) => window.call(...all), request);
    if (refusal === null) return;
    throw isProblemCode(refusal) ? new Problem(refusal) : new Error(refusal);
  };
  const send = (...request: Parameters<typeof call>): void => {
    call(...request).catch((error: unknown) => {
      if (!page.isClosed()) throw error;
    });
  };
  const write = async (name: keyof Writes, given: unknown, signal: AbortSignal): Promise<void> => {
    const number = (last += 1);
    const abort = (): void => send('abort', number);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    try {
      await call('write', number, name, given);
    } catch (error) {
      throw error instanceof Error && error.message === 'aborted' ? signal.reason : error;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  };
  const listen = (listener: (event: never) => void, name: keyof Calls, ...args: unknown[]) => {
    const number = (last += 1);
    listeners.set(number, listener);
    send(name, number, ...args);
    const close = (): void => {
      listeners.delete(number);
      send('close', number);
    };
    return { number, close };
  };

  await call('open', 0, config);
  return {
    page,
    signInAs: (account) => call('signInAs', 0, account),
    onAuthState: (listener) => void listen(listener, 'onAuthState'),
    signIn: () => call('signIn', 0),
    signOut: () => call('signOut', 0),
    ...writesBy(write),
    watch: (query, size, listener) => {
      const receive = (event: boolean | ThoughtWindow): void => {
        if (typeof event === 'boolean') listener.onLive(event);
        else listener.onWindow(event);
      };
      const { number, close } = listen(receive, 'watch', query, size);
      return {
        grow: () => send('grow', number),
        close,
      };
    },
  };
}
