import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { exitCodeOf, root } from './run.mjs';

/** @typedef {{ passed: number, failed: number, flaky?: readonly string[] }} Count what is flaky has passed, on a retry */

/**
 * @typedef {{ title: string, file: string, tests: readonly { status: string }[] }} Spec
 * @typedef {{ title: string, specs?: readonly Spec[], suites?: readonly Suite[] }} Suite
 * @typedef {{ stats: { expected: number, flaky: number, unexpected: number }, suites: readonly Suite[] }} PlaywrightReport
 * @typedef {{ numPassedTests: number, numFailedTests: number }} VitestReport
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
  const args = [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  return suite(['vitest', ...args], file, (/** @type {VitestReport} */ report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
  }));
}

/** Runs the end-to-end tests and counts them. */
export function playwright() {
  // The place of the report is in Playwright's own settings.
  const file = reportFile('e2e.json');
  return suite(
    ['playwright', 'test'],
    file,
    (/** @type {PlaywrightReport} */ { stats, suites }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      flaky: suites.flatMap(flakyTests),
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
 * @param {readonly [command: string, ...args: string[]]} runner
 * @param {string} file the report
 * @param {(report: Report) => Count} read
 * @returns {Promise<Count>}
 */
async function suite([command, ...args], file, read) {
  rmSync(file, { force: true });
  const code = await exitCodeOf(command, args);
  const count = read(JSON.parse(readFileSync(file, 'utf8')));
  // A runner that fails without a failed test failed as a whole; so did one that ran nothing.
  const isBroken = count.failed === 0 && (code !== 0 || count.passed === 0);
  return isBroken ? { ...count, failed: 1 } : count;
}

/**
 * @param {Suite} suite
 * @returns {string[]}
 */
function flakyTests({ specs = [], suites = [] }) {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
  return [...own.map(({ file, title }) => `${file}: ${title}`), ...suites.flatMap(flakyTests)];
}
