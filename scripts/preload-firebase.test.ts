import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { preloadFirebase } from './preload-firebase.ts';

const BACKEND = /<link rel="modulepreload" crossorigin href="\/assets\/firebase-backend-/u;
const CONFIG = '<link rel="preload" as="fetch" crossorigin href="/__/firebase/init.json">';

test.each([undefined, ''])(
  'a page preloads the backend and the configuration (%o)',
  async (none) => {
    const page = await buildPage(none);
    expect(page).toMatch(BACKEND);
    expect(page).toContain(CONFIG);
  },
);

test('a page asks for no configuration when one is built in', async () => {
  const page = await buildPage('{}');
  expect(page).toMatch(BACKEND);
  expect(page).not.toContain('init.json');
});

/** The built index.html of a client that imports the backend when it runs. */
async function buildPage(builtInConfig: string | undefined): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'thought-cloud-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const files = {
    'index.html': '<head></head><script type="module" src="./main.js"></script>',
    'main.js': `await import('./backend/firebase/firebase-backend.ts');`,
    'backend/firebase/firebase-backend.ts': `document.title = 'board';`,
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  const plugins = [preloadFirebase(builtInConfig)];
  await build({ root, configFile: false, logLevel: 'silent', plugins });
  return readFileSync(join(root, 'dist/index.html'), 'utf8');
}
