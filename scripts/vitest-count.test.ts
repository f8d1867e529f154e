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

test('tests are counted, and one that failed is named with the first line of its cause', async () => {
  const count = await countOf(`
    test('passes', () => {});
    describe('group', () => test('fails', () => { throw new Error('first line\\nsecond'); }));
    test.skip('is left out', () => {});
    let tries = 0;
    test('passes on a retry', { retry: 1 }, () => { tries += 1; if (tries < 2) throw new Error('once'); });
  `);
  expect(count).toEqual({
    passed: 2,
    failed: 1,
    failures: ['own, a.test.js: group > fails: first line'],
    flaky: ['own, a.test.js: passes on a retry'],
  });
});

test('a file that cannot be loaded is a failure', async () => {
  const count = await countOf(`import './no-such-file.js'; test('passes', () => {});`);
  expect(count).toMatchObject({
    passed: 0,
    failed: 1,
    failures: [expect.stringMatching(/^own, a\.test\.js: .*no-such-file/u)],
  });
});

test('so is a group whose set-up fails, and what fails after its test has passed', async () => {
  const count = await countOf(`
    describe('group', () => {
      beforeAll(() => { throw new Error('no set-up'); });
      test('is never run', () => {});
    });
    test('passes', () => void Promise.reject(new Error('unheard')));
  `);
  expect(count).toMatchObject({
    passed: 1,
    failed: 2,
    failures: ['own, a.test.js: no set-up', 'outside the tests: unheard'],
  });
});

/** What is reported of a file of tests by a Vitest of its own. */
async function countOf(tests: string): Promise<unknown> {
  const report = join(folder, 'report.json');
  const reporter = JSON.stringify(join(import.meta.dirname, 'vitest-count.mjs'));
  writeFileSync(join(folder, 'a.test.js'), tests);
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    `import { CountReporter } from ${reporter};
     const reporters = [new CountReporter(${JSON.stringify(report)})];
     export default { test: { name: 'own', globals: true, reporters } };`,
  );
  const code = await waitForExit(start('vitest', ['run', '--root', folder], { stdio: 'ignore' }));
  const count: { failed: number } = JSON.parse(readFileSync(report, 'utf8'));
  // What is counted as failed has failed for Vitest too.
  expect(code).toBe(count.failed > 0 ? 1 : 0);
  return count;
}
