import { createServer } from 'node:http';
import { chromium, type Browser } from '@playwright/test';
import { build } from 'vite';
import { vi } from 'vitest';
import { watch, type World } from '#client/backend/contract.ts';
import { findChromium } from '#scripts/machine.ts';
import { startServices, type Services } from '#tests/firebase/services.ts';
import { PROJECT } from '#tests/firestore-emulator/emulator.ts';
import { closeServer, listenLocally } from '#server/testing/local-server.ts';
import { openRemoteBackend, type RemoteBackend } from './remote-backend.ts';

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
  const { auth, firestore } = services;
  const config = {
    apiKey: 'test',
    projectId: PROJECT,
    authDomain: `${PROJECT}.firebaseapp.com`,
    emulators: { auth, firestore },
  };
  const visitor = async (): Promise<RemoteBackend> => {
    return openRemoteBackend(await browser.newContext(), pages.address, config);
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
