import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { compileHint } from './compile-hint.ts';

test('each built script begins with the hint to compile all of it', async () => {
  const root = mkdtempSync(join(tmpdir(), 'thought-cloud-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, 'index.html'), '<script type="module" src="./main.js"></script>');
  writeFileSync(join(root, 'main.js'), `import('./late.js').then(({ show }) => show());`);
  writeFileSync(join(root, 'late.js'), `export const show = () => { document.title = 'late'; };`);
  const plugins = [compileHint()];
  const built = await build({ root, configFile: false, logLevel: 'silent', plugins });
  const outputs = 'output' in built ? built.output : [];
  const scripts = outputs.flatMap((output) => (output.type === 'chunk' ? [output.code] : []));
  expect(scripts).toHaveLength(2);
  for (const script of scripts) expect(script).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/u);
});
