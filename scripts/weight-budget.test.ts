import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { weightBudget } from './weight-budget.ts';

let root: string;
let log: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'thought-cloud-'));
  log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
});
afterEach(() => rmSync(root, { recursive: true }));

test('a build prints what its scripts and styles weigh', async () => {
  await buildClient({ 'main.js': `import './main.css'; document.title = 'board';` });
  expect(log).toHaveBeenCalledWith(
    expect.stringMatching(/^Scripts and styles .*: \d\.\d kB with brotli, \d\.\d kB with gzip$/u),
  );
});

test('a build over the budget fails', async () => {
  const incompressible = randomBytes(120_000).toString('base64');
  await expect(buildClient({ 'main.js': `document.title = '${incompressible}';` })).rejects.toThrow(
    /over its budget of 94\.0 kB: 12\d\.\d kB with brotli/u,
  );
});

test('a build with anything of Firebase in it fails', async () => {
  await expect(
    buildClient({
      'main.js': `import { app } from '@firebase/app'; document.title = app;`,
      'node_modules/@firebase/app/package.json': '{"name":"@firebase/app","main":"index.js"}',
      'node_modules/@firebase/app/index.js': `export const app = String(Math.random());`,
    }),
  ).rejects.toThrow('holds code of Firebase');
});

async function buildClient(files: Record<string, string>): Promise<void> {
  const page = '<script type="module" src="./main.js"></script>';
  const all = { 'index.html': page, 'main.css': 'p { color: red }', ...files };
  for (const [name, content] of Object.entries(all)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  await build({ root, configFile: false, logLevel: 'silent', plugins: [weightBudget()] });
}
