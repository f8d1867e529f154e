import type { BrowserContext } from '@playwright/test';

/** Collects what goes wrong behind the scenes in a browser; unless expected, it fails the test. */
export interface ConsoleGuard {
  watch: (context: BrowserContext) => void;
  /** Accepts what matches, as part of the test. */
  expect: (kind: RegExp) => void;
  unexpected: () => string[];
}

/** Collects page errors, console errors and warnings, and requests that leave the board's origins. */
export function createConsoleGuard(origins: readonly string[]): ConsoleGuard {
  const seen: string[] = [];
  const expected: RegExp[] = [];
  return {
    watch: (context) => {
      const isFirefox = context.browser()?.browserType().name() === 'firefox';
      context.on('weberror', (error) => {
        const { message, stack = '' } = error.error();
        // What Chromium's console says of requests, Firefox throws, and from nowhere in the page.
        const isOfBrowser = isFirefox && !stack.includes('\n    at ');
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
    expect: (kind) => expected.push(kind),
    unexpected: () => seen.filter((line) => !expected.some((kind) => kind.test(line))),
  };
}
