import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, describe, expect, test } from 'vitest';
import { serveTests } from '#server/testing/serve-tests.ts';
import { ROUTES } from '#shared/routes.ts';

const ROOT = join(import.meta.dirname, '..');

const screens = Object.values(ROUTES);
const known = [...screens, ...screens.filter((path) => path !== '/').map((path) => `${path}/`)];
const unknown = screens.flatMap((path) => [join(path, 'more'), `${path}x`]);

const folder = mkdtempSync(join(tmpdir(), 'thought-cloud-'));
writeFileSync(join(folder, 'index.html'), '<title>board</title>');
afterAll(() => rmSync(folder, { recursive: true }));
const { server } = serveTests(() => ({ clientFolder: folder }));

describe('the screens are those', () => {
  // Read as text: a router stands on a browser.
  test('of the router', () => {
    const table = readFileSync(join(ROOT, 'src/client/router.tsx'), 'utf8');
    const paths = [...table.matchAll(/\bpath: (?:ROUTES\.(\w+)|'([^']*)')/gu)].map(
      ([, name = '', literal]) =>
        literal === undefined ? Object.entries(ROUTES).find(([key]) => key === name)?.[1] : literal,
    );
    const absolute = paths.filter((path) => path !== '*').map((path) => join('/', path ?? '?'));
    expect(new Set(absolute)).toEqual(new Set(screens));
  });

  test.for(known)('of the server: %s is the page', async (path) => {
    expect(await statusAtServer(path)).toBe(200);
  });

  test.for(unknown)('of the server: %s is not found', async (path) => {
    expect(await statusAtServer(path)).toBe(404);
  });

  test.for(known)('of the hosting: %s is the page', (path) => {
    expect(pageAtHosting(path)).toBe('/index.html');
  });

  test.for(unknown)('of the hosting: %s is not found', (path) => {
    expect(pageAtHosting(path)).toBeNull();
  });
});

async function statusAtServer(url: string): Promise<number> {
  const { host } = new URL(server().origin);
  const answer = await server().app.inject({ url, headers: { host } });
  return answer.statusCode;
}

const Hosting = v.object({
  hosting: v.object({
    rewrites: v.array(v.object({ regex: v.string(), destination: v.string() })),
  }),
});

/** The page that Firebase's hosting answers with; null for its own 404. */
function pageAtHosting(path: string): string | null {
  // The page itself needs no rewrite.
  if (path === '/') return '/index.html';
  const { hosting } = v.parse(
    Hosting,
    JSON.parse(readFileSync(join(ROOT, 'firebase.json'), 'utf8')),
  );
  const rewrite = hosting.rewrites.find(({ regex }) => new RegExp(regex, 'u').test(path));
  return rewrite?.destination ?? null;
}
