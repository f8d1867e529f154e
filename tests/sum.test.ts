import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { quote, runAndSum, type Step } from '#scripts/sum.ts';

/** Reports that the runners themselves have written. */
const REPORTS = join(import.meta.dirname, 'setup/reports');
const PASSED = '<testcase classname="a.test.ts" name="adds &lt;one&gt;"></testcase>';

const said = vi.fn<(text: string) => void>();

beforeEach(() => {
  said.mockClear();
  vi.spyOn(console, 'log').mockImplementation(said);
});

test('a sum names every complaint, and each requested test file that did not run', async () => {
  const check = {
    name: 'a check',
    command: String.raw`printf 'a.ts:1:1: one\nb.ts:2:2: two\n\n2 problems\n'; exit 1`,
  };
  const build = { name: 'a build', command: 'echo no room; exit 1' };
  const tests = {
    ...reported('some tests', PASSED, 1),
    args: ['package.json', 'a.test.ts', 'gone.test.ts'],
  };
  expect(await sum([build])).toMatchObject({ code: 1 });
  expect(await sum([check, tests], [reported('no tests', '', 0)], [build])).toEqual({
    code: 1,
    reasons: [
      'failed: a check, a.ts:1:1: one',
      'failed: a check, b.ts:2:2: two',
      'failed: some tests, package.json: none of the projects that ran has this file',
      'failed: some tests, gone.test.ts: none of the projects that ran has this file',
      'failed: no tests, failed as a whole: it said nothing',
      'failed: a build, failed as a whole: no room',
    ],
    last: '1 passed, 6 failed, 0 skipped',
  });
});

test('what a runner reports as an error counts as failed, and each failure and skip is named with its reason', async () => {
  const vitest = await sum([runner('vitest', 1)]);
  expect(vitest.reasons).toEqual([
    'skipped: vitest, tests/zz.test.ts: skips with a reason: no compiler here',
    'skipped: vitest, tests/zz.test.ts: hooked > never runs: no reason is given',
    'failed: vitest, tests/zz.test.ts: fails: expected 1 to be 2 // Object.is equality',
    'failed: vitest, tests/zz.test.ts: hooked: hook broke',
    'failed: vitest, vitest unhandled errors: Unhandled Rejection: nobody caught: nobody caught',
  ]);
  expect(vitest.last).toBe('2 passed, 3 failed, 2 skipped');
  const playwright = await sum([runner('playwright', 1)]);
  const closed = 'browserType.launch: Target page, context or browser has been closed';
  expect(playwright.reasons).toEqual([
    'skipped: playwright, zz.spec.ts: [chromium] skips: no cutouts here',
    'skipped: playwright, zz.spec.ts: [chromium] later: no reason is given',
    'failed: playwright, zz.spec.ts: [chromium] fails: expect(received).toBe(expected) // Object.is equality',
    `failed: playwright, zz.spec.ts: [chromium] needs a browser: ${closed}`,
    'failed: playwright, zz.spec.ts: [chromium] hooked › a: hook broke',
    'failed: playwright, zz.spec.ts: [chromium] hooked › b: hook broke',
  ]);
  expect(playwright.last).toBe('1 passed, 4 failed, 2 skipped');
});

test('a runner that fails, or counts other tests than it lists, has failed', async () => {
  const lost = `<testsuites tests="2" failures="1" errors="0">${PASSED}</testsuites>`;
  const { code, reasons } = await sum([
    reported('ended', PASSED, 3),
    reported('lost one', lost, 0),
  ]);
  expect([code, reasons]).toEqual([
    1,
    [
      'failed: ended, failed as a whole: it said nothing',
      'failed: lost one, its report lists 1 tests, 0 failed, but counts 2, 1 failed',
    ],
  ]);
});

test('a step that sums up itself counts by what it names, and the last lines say how all was run', async () => {
  const lines = [
    'a.ts:1:1: one',
    'skipped: node, a.test.ts: skips: no compiler here',
    'failed: types, a.ts:1:1: one',
    'run as user 1',
    '2 passed, 1 failed, 1 skipped',
  ];
  const command = `printf '%s\n' ${lines.map(quote).join(' ')}; exit 1; :`;
  expect(await sum([{ name: 'gate', command }])).toEqual({
    code: 1,
    reasons: [
      'skipped: gate, node, a.test.ts: skips: no compiler here',
      'failed: gate, types, a.ts:1:1: one',
    ],
    last: '2 passed, 1 failed, 1 skipped',
  });
  expect(String(said.mock.lastCall)).toContain('\nrun as nobody\n2 passed');
});

/** Runs steps, and takes what is said about them apart. */
async function sum(...stages: Step[][]) {
  const code = await runAndSum(stages, async () => 'run as nobody');
  const lines = String(said.mock.lastCall).split('\n');
  const reasons = lines.filter((line) => /^(?:failed|skipped): /u.test(line));
  return { code, reasons, last: lines.at(-1) };
}

function reported(name: string, report: string, code: number): Step {
  return { name, command: `printf %s ${quote(report)} > {report}; exit ${code}; :` };
}

/** A run of a runner that has written the report of its name. */
function runner(name: string, code: number): Step {
  return {
    name,
    command: `cp ${quote(join(REPORTS, `${name}.xml`))} {report}; exit ${code}; :`,
  };
}
