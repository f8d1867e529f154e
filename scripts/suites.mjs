import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { exitCodeOf, root } from './run.mjs';
import { REPORT_FILE } from './vitest-count.mjs';

/**
 * What is flaky has passed, on a retry. Failures and flaky tests are reported by their titles.
 * @typedef {{ passed: number, failed: number, failures?: readonly string[], flaky?: readonly string[] }} Count
 */

/**
 * @typedef {{ title: string, file: string, tests: readonly { projectName: string, status: string }[] }} Spec
 * @typedef {{ title: string, specs?: readonly Spec[], suites?: readonly Suite[] }} Suite
 * @typedef {{ stats: { expected: number, flaky: number, unexpected: number }, suites: readonly Suite[] }} PlaywrightReport
 */

/**
 * Counts a program that succeeds or fails as a whole.
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<Count>}
 */
export async function check(command, args) {
  const code = await exitCodeOf(command, args);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * Runs projects of Vitest and counts their tests.
 * @param {readonly string[]} projects
 */
export function vitest(projects) {
  const file = reportFile(`${projects.join('-')}.json`);
  const args = ['run', ...projects.flatMap((project) => ['--project', project])];
  const env = { [REPORT_FILE]: file };
  return runSuite(['vitest', args, env], file, (/** @type {Count} */ count) => count);
}

/** Runs the end-to-end tests and counts them. */
export function playwright() {
  // The place of the report is in Playwright's own settings.
  const file = reportFile('e2e.json');
  return runSuite(
    ['playwright', ['test']],
    file,
    (/** @type {PlaywrightReport} */ { stats, suites }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      failures: suites.flatMap((suite) => titlesOf('unexpected', suite)),
      flaky: suites.flatMap((suite) => titlesOf('flaky', suite)),
    }),
  );
}

/** @param {string} name */
function reportFile(name) {
  return join(root, 'test-results', name);
}

/**
 * Counts the tests of a runner by its report.
 * @template Report
 * @param {Parameters<typeof exitCodeOf>} runner
 * @param {string} file the report
 * @param {(report: Report) => Count} read
 * @returns {Promise<Count>}
 */
export async function runSuite(runner, file, read) {
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  const code = await exitCodeOf(...runner);
  const count = read(JSON.parse(readFileSync(file, 'utf8')));
  // A runner that fails without a failed test failed as a whole; so did one that ran nothing.
  const isBroken = count.failed === 0 && (code !== 0 || count.passed === 0);
  const failure = `${runner[0]} ended with code ${code}, ${count.passed} passed`;
  return isBroken ? { ...count, failed: 1, failures: [failure] } : count;
}

/**
 * @param {string} wanted
 * @param {Suite} suite
 * @returns {string[]}
 */
function titlesOf(wanted, { specs = [], suites = [] }) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ projectName }) => `${projectName}, ${file}: ${title}`),
  );
  return [...own, ...suites.flatMap((suite) => titlesOf(wanted, suite))];
}
