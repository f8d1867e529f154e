import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';

/**
 * Where browsers and servers leave what is looked through after the run: in the folder that
 * Playwright empties before each.
 */
const TRACES = join(import.meta.dirname, '../../test-results/e2e/traces');
/** Milliseconds that a page has to say what it keeps; one that crashed says nothing. */
const PATIENCE_MS = 2_000;

const OWN = /-(?:session|sign-in)$/u;

/** What a browser held at its end. */
export interface BrowserTraces {
  /** The values of the board's own cookies. An issuer's name a sign-in that its addresses name, too. */
  secrets: string[];
  /** The addresses it asked for, what its pages showed, and what they kept. */
  texts: string[];
}

/** Notes what a browser asks for from now on; returns what writes that down at its end. */
export function watchTraces(context: BrowserContext): () => Promise<void> {
  const texts: string[] = [];
  context.on('request', (request) => texts.push(request.url()));
  return async () => {
    const cookies = await context.cookies();
    for (const page of context.pages()) texts.push(...(await kept(page)));
    const secrets = cookies.filter(({ name }) => OWN.test(name)).map(({ value }) => value);
    write(`browser-${randomUUID()}.json`, JSON.stringify({ secrets, texts }));
  };
}

/** A file for the whole log of a server of this run. */
export function traceOfServer(): string {
  return write(`server-${randomUUID()}.log`, '');
}

/** All that the run has left behind so far. */
export function readTraces(): { browsers: BrowserTraces[]; logs: string[] } {
  const files = readdirSync(TRACES).map((name) => ({
    isLog: name.endsWith('.log'),
    text: readFileSync(join(TRACES, name), 'utf8'),
  }));
  return {
    logs: files.filter(({ isLog }) => isLog).map(({ text }) => text),
    browsers: files.filter(({ isLog }) => !isLog).map(({ text }) => JSON.parse(text)),
  };
}

function write(name: string, text: string): string {
  mkdirSync(TRACES, { recursive: true });
  writeFileSync(join(TRACES, name), text);
  return join(TRACES, name);
}

/** What a page shows and keeps, unless it does not answer. */
async function kept(page: Page): Promise<string[]> {
  const asked = page.evaluate(() => [
    document.documentElement.outerHTML,
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    document.cookie,
    JSON.stringify(history.state),
  ]);
  const late = new Promise<string[]>((resolve) => {
    setTimeout(resolve, PATIENCE_MS, []);
  });
  return Promise.race([asked.catch(() => []), late]);
}
