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
  async ({ person, server, trouble }) => {
    // Each refusal is an error on the console of that page.
    trouble.expect(/./u);
    const ada = await person('Ada');
    // Another port of this very host: the cookie comes along, which is the harder case.
    const evil = await servePage();
    const page = await ada.context().newPage();
    await page.goto(evil.origin);
    const { read, tried } = await page.evaluate(attack, {
      board: server.url,
      paths: PATHS,
      textID: newTextID(),
    });
    expect(tried).toBeGreaterThan(30);
    expect(read).toEqual([]);
    const frame = page.frames().find((child) => child.url().startsWith(server.url));
    expect(frame).toBeUndefined();
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

/** Runs in the page of the other origin. */
async function attack({ board, paths, textID }: Target): Promise<Attempts> {
  const attempts: Attempts = { read: [], tried: 0 };
  const thought = `${paths['thoughts']}/${textID}`;
  const targets = [...Object.values(paths), thought];
  const modes = ['cors', 'no-cors'] as const;
  for (const path of targets) {
    for (const mode of modes) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        attempts.tried += 1;
        if (path === paths['live'] && method === 'GET') continue;
        const body = method === 'GET' ? null : '{"text":"of another origin"}';
        const answer = await fetch(`${board}${path}`, {
          method,
          mode,
          body,
          credentials: 'include',
          redirect: 'manual',
          headers: { 'content-type': mode === 'cors' ? 'application/json' : 'text/plain' },
        }).catch(() => null);
        if (answer !== null && !answer.type.startsWith('opaque')) {
          attempts.read.push(`${mode} ${method} ${path}`);
        }
      }
    }
  }
  navigator.sendBeacon(`${board}${paths['signIn']}`, '{}');
  for (const tag of ['script', 'img', 'iframe'] as const) {
    for (const path of [paths['session'], paths['thoughts'], '/']) {
      attempts.tried += 1;
      const element = document.createElement(tag);
      element.src = `${board}${path}`;
      const loaded = await new Promise<boolean>((resolve) => {
        // A frame that was refused loads an error page all the same.
        element.addEventListener('load', () => resolve(tag !== 'iframe'));
        element.addEventListener('error', () => resolve(false));
        document.body.append(element);
      });
      if (loaded) attempts.read.push(`${tag} ${path}`);
      if (tag === 'iframe') element.remove();
    }
  }
  attempts.tried += 1;
  const source = new EventSource(`${board}${paths['live']}`, { withCredentials: true });
  const opened = await new Promise<boolean>((resolve) => {
    source.addEventListener('open', () => resolve(true));
    source.addEventListener('error', () => resolve(false));
  });
  source.close();
  if (opened) attempts.read.push('event source');
  return attempts;
}

/** Runs in the page of the other origin. */
function submitForm({ action, enctype }: { action: string; enctype: string }): void {
  const form = document.createElement('form');
  Object.assign(form, { action, enctype, method: 'post' });
  const field = document.createElement('input');
  Object.assign(field, { name: '{"text":"', value: 'of another origin"}' });
  form.append(field);
  document.body.append(form);
  form.submit();
}
