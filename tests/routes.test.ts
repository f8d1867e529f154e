import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, serveTests } from '#tests/server/test-board.ts';
import { ROUTES, SCREENS } from '#shared/routes.ts';

const ROOT = join(import.meta.dirname, '..');

const screens = Object.values(ROUTES);
const unknown = [
  ...screens.flatMap((path) => [join(path, 'more'), `${path}x`]),
  ...SCREENS.map((path) => path.toUpperCase()).filter((path) => path !== '/'),
  '/%ff%ff',
];

const clientFolder = folderWith({ 'index.html': '<title>board</title>' });
const { app, origin } = await serveTests({ clientFolder });

test.for([
  ...SCREENS.map((path) => [path, true] as const),
  ...unknown.map((path) => [path, false] as const),
])('%s is a screen, to the server and to the hosting: %s', async ([path, isScreen]) => {
  expect(await statusAtServer(path)).toBe(isScreen ? 200 : 404);
  expect(pageAtHosting(path)).toBe(isScreen ? '/index.html' : null);
});

async function statusAtServer(url: string): Promise<number> {
  const { host } = new URL(origin);
  const answer = await app.inject({ url, headers: { host } });
  return answer.statusCode;
}

const { hosting }: { hosting: { rewrites: { regex: string; destination: string }[] } } = JSON.parse(
  readFileSync(join(ROOT, 'firebase.json'), 'utf8'),
);

/** The page that Firebase's hosting serves at a path; null for its own 404. */
function pageAtHosting(path: string): string | null {
  // The path `/` needs no rewrite.
  if (path === '/') return '/index.html';
  const rewrite = hosting.rewrites.find(({ regex }) => new RegExp(regex, 'u').test(path));
  return rewrite?.destination ?? null;
}
