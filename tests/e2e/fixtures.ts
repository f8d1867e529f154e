import { type BrowserContext, expect, type Page, test as base } from '@playwright/test';
import { createFirebaseBoard, provideFrameScript } from '#tests/firebase/firebase-board.ts';
import { OFFICIAL } from '#tests/firebase/services.ts';
import { letEmulateMedia, SYSTEM_FIREFOX } from '#tests/engines/firefox-media.ts';
import { type BoardServer, createBoardServer, OFFICIAL_LOOKS } from './board-server.ts';

export interface BoardOptions {
  /** Which of the two backends the tests drive. */
  backend: 'self-hosted' | 'firebase';
}

interface BoardFixtures {
  /** A server of the test's own, with an empty board. */
  server: BoardServer;
  /** Page errors, console errors and foreign requests fail the test, unless expected here. */
  consoleGuard: ReturnType<typeof createConsoleGuard>;
  /** Opens a browser in which nobody is signed in, on a blank page. */
  visitor: () => Promise<Page>;
  /** Opens a browser in which a person is signed in, on a blank page. */
  signedIn: (name: string) => Promise<Page>;
  /** Opens a browser in which a person is signed in, on the feed. */
  person: (name: string) => Promise<Page>;
}

/** What the console says of parts of the page's head that WebKit does not know, and passes over. */
const UNKNOWN_TO_WEBKIT = /'manifest-src'|"interactive-widget"|was preloaded using link preload/u;

/** What the console says of requests, which WebKit's driver takes for errors that a page has thrown. */
const OF_WEBKIT =
  /^(?:Fetch API cannot load|FetchEvent\.respondWith)|due to access control checks\.$/u;

export const test = base.extend<BoardFixtures & BoardOptions>({
  backend: ['self-hosted', { option: true }],
  server: async ({ backend }, use) => {
    const server = backend === 'firebase' ? await createFirebaseBoard() : await createBoardServer();
    await use(server);
    await server.remove();
  },
  consoleGuard: async ({ browserName, server }, use) => {
    const consoleGuard = createConsoleGuard([server.url, ...server.services]);
    if (OFFICIAL !== null) consoleGuard.expect(OFFICIAL_LOOKS);
    if (browserName === 'webkit') consoleGuard.expect(UNKNOWN_TO_WEBKIT);
    await use(consoleGuard);
    expect(consoleGuard.unexpected()).toEqual([]);
  },
  visitor: async (
    { backend, browser, browserName, channel, reducedMotion, server, consoleGuard },
    use,
  ) => {
    await use(async () => {
      const context = await browser.newContext({ baseURL: server.url });
      consoleGuard.watch(context);
      // Whoever answers one request in a browser's place holds back all of them there.
      if (backend === 'firebase') await provideFrameScript(context);
      if (browserName === 'firefox') await context.addInitScript(insertAsKeysDo);
      const page = await context.newPage();
      if (channel === SYSTEM_FIREFOX) letEmulateMedia(page, reducedMotion);
      return page;
    });
    // Nothing else closes these pages, which would slow down every later test.
    await Promise.all(browser.contexts().map((context) => context.close()));
  },
  signedIn: async ({ visitor, server }, use) => {
    await use(async (name) => {
      const page = await visitor();
      await server.signIn(page, name);
      return page;
    });
  },
  person: async ({ signedIn }, use) => {
    await use(async (name) => {
      const page = await signedIn(name);
      await page.goto('/');
      await expect(page.getByRole('heading', { name: 'Thoughts field' })).toBeVisible();
      return page;
    });
  },
});

export { expect };

/** Leaves a test to Chromium, with the reason. */
export function inChromium(reason: string) {
  return { tag: '@chromium', annotation: { type: 'in Chromium only', description: reason } };
}

/** Leaves a test out of the system's Firefox, with the reason. */
export function notInSystemFirefox(reason: string) {
  const annotation = { type: "not in the system's Firefox", description: reason };
  return { tag: '@not-system-firefox', annotation };
}

/** Leaves a test out of the system's WebKit, with the reason. */
export function notInSystemWebKit(reason: string, ...tags: string[]) {
  const annotation = { type: "not in the system's WebKit", description: reason };
  return { tag: ['@not-system-webkit', ...tags], annotation };
}

/** Collects page errors, console errors and warnings, and requests that leave the board's origins. */
function createConsoleGuard(origins: readonly string[]) {
  const seen: string[] = [];
  const expected: RegExp[] = [];
  return {
    watch: (context: BrowserContext): void => {
      const engine = context.browser()?.browserType().name();
      context.on('weberror', (error) => {
        const { name, message, stack = '' } = error.error();
        // What Chromium's console says of requests, Firefox throws, and from nowhere in the page.
        const isOfBrowser =
          (engine === 'firefox' && !stack.includes('\n    at ')) ||
          (engine === 'webkit' && OF_WEBKIT.test(`${name}: ${message}`));
        seen.push(`${isOfBrowser ? 'console' : 'page'} error: ${message}`);
      });
      context.on('console', (message) => {
        if (!['error', 'warning'].includes(message.type())) return;
        seen.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
      });
      context.on('request', (request) => {
        const url = new URL(request.url());
        if (url.protocol.startsWith('http') && !origins.includes(url.origin)) {
          seen.push(`foreign request: ${request.url()}`);
        }
      });
    },
    /** Accepts what matches, as part of the test. */
    expect: (kind: RegExp) => expected.push(kind),
    unexpected: () => seen.filter((line) => !expected.some((kind) => kind.test(line))),
  };
}

/**
 * Makes Playwright type into a field in Firefox as the keyboard does. By itself it sets the value, behind
 * React's back: React then thinks that it knows the value already. Runs in the page, before its scripts.
 */
function insertAsKeysDo(): void {
  // Only this function is sent to the page.
  // oxlint-disable-next-line unicorn/consistent-function-scoping
  const insert = (data: string): void => {
    const init = { data, inputType: 'insertText', bubbles: true, cancelable: true };
    const isWanted = document.activeElement?.dispatchEvent(new InputEvent('beforeinput', init));
    if (isWanted) document.execCommand('insertText', false, data);
  };
  // Playwright later tries to set its own function here.
  Object.defineProperty(window, '__pw_bidiInsertText', { get: () => insert, set: () => {} });
}
