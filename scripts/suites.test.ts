import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { check, runSuite } from './suites.mjs';

let folder = '';
let report = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'thought-cloud-'));
  report = join(folder, 'results', 'report.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a suite counts what its report says, whatever failed', async () => {
  expect(await run({ passed: 3, failed: 0 }, 0)).toEqual({ passed: 3, failed: 0 });
  expect(await run({ passed: 3, failed: 2 }, 1)).toEqual({ passed: 3, failed: 2 });
});

test('a runner that fails without a failed test counts as a failure', async () => {
  const failures = ['node ended with code 1, 3 passed'];
  expect(await run({ passed: 3, failed: 0 }, 1)).toEqual({ passed: 3, failed: 1, failures });
});

test('a runner that ran nothing counts as a failure', async () => {
  const failures = ['node ended with code 0, 0 passed'];
  expect(await run({ passed: 0, failed: 0 }, 0)).toEqual({ passed: 0, failed: 1, failures });
});

test('a runner that writes no report fails, also where an older one is left', async () => {
  const failure = { passed: 0, failed: 1, failures: ['node ended with code 0, 0 passed'] };
  expect(await run(undefined, 0)).toEqual(failure);
  await run({ passed: 3, failed: 0 }, 0);
  expect(await run(undefined, 0)).toEqual(failure);
});

test('a runner that is not there fails', async () => {
  const runner: Parameters<typeof runSuite>[0] = ['no-such-runner', []];
  await expect(runSuite(runner, report, () => ({ passed: 1, failed: 0 }))).rejects.toThrow(
    'ENOENT',
  );
});

test('a check is counted by its exit code, and one that failed by the first line it said', async () => {
  const print = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  expect(await check('node', ['--eval', ''])).toEqual({ passed: 1, failed: 0 });
  const failing = `console.log('\\n\\u001b[31mbroken\\u001b[0m\\nmore'); process.exitCode = 1`;
  expect(await check('node', ['--eval', failing])).toEqual({
    passed: 0,
    failed: 1,
    failures: ['broken'],
  });
  expect(print).toHaveBeenCalledWith(expect.stringContaining('more'));
});

/** Runs a suite whose runner writes this report, if any, and ends with that code. */
async function run(count: object | undefined, code: number) {
  const main = join(folder, 'runner.mjs');
  const write = `writeFileSync(${JSON.stringify(report)}, ${JSON.stringify(JSON.stringify(count))});`;
  writeFileSync(
    main,
    `import { writeFileSync } from 'node:fs';
     ${count === undefined ? '' : write}
     process.exitCode = ${code};`,
  );
  return runSuite(['node', [main]], report, (read: { passed: number; failed: number }) => read);
}
