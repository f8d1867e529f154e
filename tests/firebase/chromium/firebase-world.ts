import { createServer } from 'node:http';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { vi } from 'vitest';
import { NEVER } from '#shared/backoff.ts';
import { isProblemCode, Problem } from '#shared/problem.ts';
import { watch, writesBy } from '#client/backend/contract.ts';
import { findChromium } from '#scripts/machine.ts';
import { withoutPatterns } from '#scripts/vite-plugins.ts';
import { configOf } from '#tools/hosted/hosting.ts';
import { startServices } from '#tests/firebase/services.ts';
import { closeServer, listenLocally } from '#tools/listen-locally.ts';
import type { Backend, LiveQuery, LiveQueryName, Mark, Writes } from '#client/backend/backend.ts';

const HTML = '<!doctype html><title>Test</title><script type="module" src="/page.js"></script>';

/** Finds everybody human. */
const RECAPTCHA = `
let succeed;
const render = (_container, { callback }) => { succeed = callback; return '0'; };
const execute = async () => { succeed(); return 'human'; };
grecaptcha = { enterprise: { ready: (go) => go(), render, execute } };
`;

export type FirebaseWorld = Awaited<ReturnType<typeof openFirebaseWorld>>;

/** A world of real browsers that use the services. */
export async function openFirebaseWorld({ arePaced = false, appCheckKey = '' } = {}) {
  const [services, pages, browser] = await Promise.all([
    startServices(),
    servePage(),
    chromium.launch({
      executablePath: findChromium() ?? chromium.executablePath(),
      args: ['--no-sandbox'],
    }),
  ]);
  if (arePaced) await services.holdAddsApart();
  const visitor = async (): Promise<RemoteBackend> =>
    openRemoteBackend(await openContext(browser), pages.address, {
      config: JSON.stringify(configOf(services)),
      appCheckKey,
      arePaced,
    });

  return {
    services,
    visitor,
    person: async (name: string) => {
      const backend = await visitor();
      await backend.signInAs(accountOf(name));
      return backend;
    },
    /** Closes the browsers that are open. */
    closeBrowsers: async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    close: async () => {
      await browser.close();
      await Promise.all([services.stop(), pages.close()]);
    },
  };
}

/** Opens a browser profile, with what stands for the two services of App Check. */
async function openContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext();
  await context.route('https://www.google.com/recaptcha/enterprise.js*', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: RECAPTCHA }),
  );
  await context.route('https://content-firebaseappcheck.googleapis.com/**', (route) =>
    route.fulfill({
      json: { token: 'attested', ttl: '3600s' },
      headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
    }),
  );
  return context;
}

/** The Google account of the person of that name. */
export function accountOf(name: string): object {
  const [email, picture] = [`${name}@mail.example`, `https://pictures.example/${name}.png`];
  return { sub: name, name, email, picture };
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
    plugins: [withoutPatterns()],
    build: {
      write: false,
      minify: true,
      rolldownOptions: {
        input: 'tests/firebase/chromium/page.ts',
        output: { codeSplitting: false },
      },
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
  settings: Parameters<typeof window.openBackend>[0],
): Promise<RemoteBackend> {
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForFunction(() => 'openBackend' in window);
  const backend = await page.evaluateHandle((site) => window.openBackend(site), settings);
  let listeners = 0;
  /** Lets the page call a listener, whose name there it returns. The adapter has checked what arrives. */
  const expose = async (listener: (event: never) => void): Promise<string> => {
    const name = `listener${(listeners += 1)}`;
    await page.exposeFunction(name, listener);
    return name;
  };
  /** Awaits a task that nobody waits for; the page may be closed meanwhile. */
  const inBackground = async (task: Promise<unknown>): Promise<void> => {
    await task.catch((error: unknown) => {
      if (!page.isClosed()) throw error;
    });
  };
  const write = async (
    name: keyof Writes | 'signOut',
    given: unknown,
    signal: AbortSignal,
  ): Promise<Mark> => {
    const controller = await page.evaluateHandle(() => new AbortController());
    const abort = () => inBackground(controller.evaluate((one) => one.abort()));
    if (signal.aborted) await abort();
    signal.addEventListener('abort', abort);
    const [mark, refusal] = await page.evaluate(carryOut, { backend, controller, name, given });
    signal.removeEventListener('abort', abort);
    if (refusal === 'aborted') throw signal.reason;
    if (refusal !== null) throw isProblemCode(refusal) ? new Problem(refusal) : new Error(refusal);
    return mark;
  };

  return {
    page,
    signInAs: (account) => page.evaluate((text) => window.signInAs(text), JSON.stringify(account)),
    onAuthState: (listener) =>
      void inBackground(
        expose(listener).then((name) =>
          backend.evaluate((one, own) => one.onAuthState(Reflect.get(window, own)), name),
        ),
      ),
    signIn: () => backend.evaluate((one) => one.signIn()),
    signOut: async (author) => void (await write('signOut', author, NEVER)),
    ...writesBy(write),
    watch: (query, size, { onWindow, onProgress, onLive }) => {
      const opened = Promise.all([onWindow, onProgress, onLive].map(expose)).then((names) =>
        page.evaluateHandle(watchIn, { backend, query, size, names }),
      );
      void inBackground(opened);
      const act = (name: 'grow' | 'close'): void =>
        void inBackground(opened.then((one) => one.evaluate((live, own) => live[own](), name)));
      const passed = new Set<Mark>();
      const ask = async (mark: Mark): Promise<void> => {
        const live = await opened;
        if (await live.evaluate((one, own) => one.hasPassed(own), mark)) passed.add(mark);
      };
      return {
        grow: () => act('grow'),
        // What the page answers is known at a later question.
        hasPassed: (mark) => {
          void inBackground(ask(mark));
          return passed.has(mark);
        },
        close: () => act('close'),
      };
    },
  };
}

/** Runs in the page: carries a write or a sign-out out; returns its mark, and its refusal, if any. */
async function carryOut(write: {
  backend: Backend;
  controller: AbortController;
  name: keyof Writes | 'signOut';
  given: unknown;
}): Promise<[mark: string, refusal: string | null]> {
  const { backend, controller, name, given } = write;
  try {
    return [await Reflect.apply(backend[name], backend, [given, controller.signal]), null];
  } catch (error) {
    if (error === controller.signal.reason) return ['', 'aborted'];
    return ['', error instanceof Error && 'code' in error ? String(error.code) : String(error)];
  }
}

/** Runs in the page: watches a query, with listeners of these names. */
function watchIn(watched: {
  backend: Backend;
  query: LiveQueryName;
  size: number;
  names: string[];
}): LiveQuery {
  const { backend, query, size, names } = watched;
  const [onWindow, onProgress, onLive] = names.map((name) => Reflect.get(window, name));
  return backend.watch(query, size, { onWindow, onProgress, onLive });
}
