import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { start, waitForExit } from './run.mjs';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'thought-cloud-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('tests are counted, and all that fails is named with the first line of its cause', async () => {
  const count = await countOf({
    'a.test.js': `
      test('passes', () => {});
      describe('group', () => test('fails', () => { throw new Error('first line\\nsecond'); }));
      test.skip('is left out', () => {});`,
    'b.test.js': `import './no-such-file.js'; test('passes', () => {});`,
    'c.test.js': `
      describe('group', () => {
        beforeAll(() => { throw new Error('no set-up'); });
        test('is never run', () => {});
      });
      test('passes', () => void Promise.reject(new Error('unheard')));`,
  });
  expect(count.passed).toBe(2);
  expect(count.failed).toBe(4);
  expect(count.failures.toSorted()).toEqual([
    'outside the tests: unheard',
    'own, a.test.js: group > fails: first line',
    expect.stringMatching(/^own, b\.test\.js: .*no-such-file/u),
    'own, c.test.js: no set-up',
  ]);
});

/** What is reported of files of tests by a Vitest of their own, for which they failed as well. */
async function countOf(files: Record<string, string>) {
  const report = join(folder, 'report.json');
  const reporter = JSON.stringify(join(import.meta.dirname, 'vitest-count.mjs'));
  for (const [name, tests] of Object.entries(files)) writeFileSync(join(folder, name), tests);
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    `import { CountReporter } from ${reporter};
     const reporters = [new CountReporter(${JSON.stringify(report)})];
     export default { test: { name: 'own', globals: true, reporters } };`,
  );
  expect(await waitForExit(start('vitest', ['run', '--root', folder], { stdio: 'ignore' }))).toBe(
    1,
  );
  const count: { passed: number; failed: number; failures: string[] } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  return count;
}
