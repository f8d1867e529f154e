import { expect, test, vi } from 'vitest';
import { runAndSum, type Step } from '#scripts/sum.ts';

const REPORT = [
  '<testcase classname="a.test.ts" name="adds &lt;one&gt;"></testcase>',
  '<testcase classname="a.test.ts" name="skips"><skipped/></testcase>',
  '<testcase classname="b.test.ts" name="takes"><failure message="expected 1&#10;to be 2"></failure></testcase>',
];
const CHECK: Step = {
  name: 'a check',
  command: `printf 'a.ts:1:1: one\\nb.ts:2:2: two\\n\\n2 problems\\n'; exit 1`,
};
const TESTS: Step = {
  name: 'some tests',
  command: `printf '%s' '${REPORT.join('')}' > {report}; exit 1; :`,
  args: ['package.json', 'b.test.ts'],
};
const NONE: Step = { name: 'no tests', command: 'true > {report}' };
const BROKEN: Step = { name: 'a build', command: 'echo no room; exit 1' };

test('a sum names every failure, and each requested test file that did not run', async () => {
  const said = vi.spyOn(console, 'log').mockReturnValue();
  expect(await runAndSum([[BROKEN]])).toBe(1);
  expect(await runAndSum([[CHECK, TESTS], [NONE], [BROKEN]])).toBe(1);
  const lines = String(said.mock.lastCall).split('\n');
  expect(lines.filter((line) => line.startsWith('failed'))).toEqual([
    'failed: a check, a.ts:1:1: one',
    'failed: a check, b.ts:2:2: two',
    'failed: some tests, b.test.ts: takes: expected 1',
    'failed: some tests, package.json: none of the projects that ran has this file',
    'failed: no tests, failed as a whole: it said nothing',
    'failed: a build, failed as a whole: no room',
  ]);
  expect(lines.at(-1)).toBe('1 passed, 6 failed');
});
