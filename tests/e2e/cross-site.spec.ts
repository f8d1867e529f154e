import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { newTextID } from '#shared/thought.ts';
import { PATHS } from '#shared/wire.ts';
import { expect, test } from './fixtures.ts';

/** What a page of another origin managed to do. */
interface Attempts {
  /** Reads that gave it more than an opaque answer. */
  read: string[];
  tried: number;
}

test(
  'a page of another origin can neither write, read, frame nor sign out',
  { tag: '@self-hosted' },
  async ({ person, server, consoleGuard }) => {
    // Each refusal is an error on the console of that page.
    consoleGuard.expect(/./u);
    const ada = await person('Ada');
    // Another port of this very host: the cookie comes along, which is the harder case.
    const evil = await servePage();
    const page = await ada.context().newPage();
    await page.goto(evil.origin);
    const target = { board: server.url, paths: PATHS, textID: newTextID() };
    for (const attack of [fetchAll, embedAll, openStream]) {
      const { read, tried } = await page.evaluate(attack, target);
      expect(tried).toBeGreaterThan(0);
      expect(read).toEqual([]);
    }
    for (const enctype of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ]) {
      await page.goto(evil.origin);
      const answered = page.waitForResponse((answer) => answer.url().startsWith(server.url));
      await page.evaluate(submitForm, { action: `${server.url}${PATHS.signIn}`, enctype });
      expect((await answered).status()).toBe(403);
      await page.waitForURL(`${server.url}/**`);
    }
    evil.server.close();

    await ada.reload();
    await expect(ada.getByRole('heading', { name: 'Thoughts field' })).toBeVisible();
    const answer = await ada.request.get(`${server.url}${PATHS.thoughts}`);
    expect([answer.status(), (await answer.json()).thoughts]).toEqual([200, []]);
  },
);

async function servePage(): Promise<{ origin: string; server: Server }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Elsewhere</title>');
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { server, origin: `http://localhost:${port}` };
}

interface Target {
  board: string;
  paths: Record<string, string>;
  textID: string;
}

// These run in the page of the other origin, so each has all it needs inside.

/** Sends every method to every path; returns those whose answer could be read. */
async function fetchAll({ board, paths, textID }: Target): Promise<Attempts> {
  const live = `${board}${paths['live']}`;
  const addresses = [...Object.values(paths), `${paths['thoughts']}/${textID}`];
  const requests = addresses.flatMap((path) =>
    ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].flatMap((method) =>
      (['cors', 'no-cors'] as const).map((mode) => ({ url: `${board}${path}`, method, mode })),
    ),
  );
  const read: string[] = [];
  for (const { url, method, mode } of requests) {
    // A stream that opened would not end; it is tried by itself.
    if (url === live && method === 'GET') continue;
    const answer = await fetch(url, {
      method,
      mode,
      body: method === 'GET' ? null : '{"text":"of another origin"}',
      credentials: 'include',
      redirect: 'manual',
      headers: { 'content-type': mode === 'cors' ? 'application/json' : 'text/plain' },
    }).catch(() => null);
    if (answer !== null && !answer.type.startsWith('opaque')) read.push(`${mode} ${method} ${url}`);
  }
  navigator.sendBeacon(`${board}${paths['signIn']}`, '{}');
  return { read, tried: requests.length };
}

/** Embeds answers as scripts, images and frames; returns those that loaded. */
async function embedAll({ board, paths }: Target): Promise<Attempts> {
  const addresses = [paths['session'], paths['thoughts'], '/'].map((path) => `${board}${path}`);
  const pairs = addresses.flatMap((src) =>
    (['script', 'img', 'iframe'] as const).map((tag) => ({ src, tag })),
  );
  const read: string[] = [];
  for (const { src, tag } of pairs) {
    const element = document.createElement(tag);
    element.src = src;
    const loaded = await new Promise<boolean>((resolve) => {
      // A frame that was refused loads an error page all the same.
      element.addEventListener('load', () => resolve(tag !== 'iframe'));
      element.addEventListener('error', () => resolve(false));
      document.body.append(element);
    });
    if (loaded) read.push(`${tag} ${src}`);
    if (tag === 'iframe') element.remove();
  }
  return { read, tried: pairs.length };
}

/** Opens the live stream; returns its address when that worked. */
async function openStream({ board, paths }: Target): Promise<Attempts> {
  const source = new EventSource(`${board}${paths['live']}`, { withCredentials: true });
  const opened = await new Promise<boolean>((resolve) => {
    source.addEventListener('open', () => resolve(true));
    source.addEventListener('error', () => resolve(false));
  });
  source.close();
  return { read: opened ? [source.url] : [], tried: 1 };
}

function submitForm({ action, enctype }: { action: string; enctype: string }): void {
  const form = document.createElement('form');
  Object.assign(form, { action, enctype, method: 'post' });
  const field = document.createElement('input');
  Object.assign(field, { name: '{"text":"', value: 'of another origin"}' });
  form.append(field);
  document.body.append(form);
  form.submit();
}
