import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, describe, expect, test } from 'vitest';
import { serveTests } from '#server/testing/serve-tests.ts';
import { ROUTES, SCREENS } from '#shared/routes.ts';

const ROOT = join(import.meta.dirname, '..');

const screens = Object.values(ROUTES);
const unknown = [
  ...screens.flatMap((path) => [join(path, 'more'), `${path}x`]),
  ...SCREENS.map((path) => path.toUpperCase()).filter((path) => path !== '/'),
];

const folder = mkdtempSync(join(tmpdir(), 'thought-cloud-'));
writeFileSync(join(folder, 'index.html'), '<title>board</title>');
afterAll(() => rmSync(folder, { recursive: true }));
const { server } = serveTests(() => ({ clientFolder: folder }));

describe('the screens are those', () => {
  test.for(SCREENS)('of the server: %s is the page', async (path) => {
    expect(await statusAtServer(path)).toBe(200);
  });

  test.for(unknown)('of the server: %s is not found', async (path) => {
    expect(await statusAtServer(path)).toBe(404);
  });

  test.for(SCREENS)('of the hosting: %s is the page', (path) => {
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
