import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { exitCodeOf, outputOf, root } from './run.mjs';

/**
 * Failures are given by their titles, each with the first line of its cause; notes are figures.
 * @typedef {{ passed: number, failed: number, failures?: readonly string[], notes?: readonly string[] }} Count
 */

/**
 * @typedef {{ error?: { message?: string } }} Attempt
 * @typedef {{ title: string, file: string, tests: readonly { projectName: string, status: string, results?: readonly Attempt[] }[] }} Spec
 * @typedef {{ title: string, specs?: readonly Spec[], suites?: readonly Suite[] }} Suite
 * @typedef {{ fullName: string, status: string, failureMessages?: readonly string[] }} Assertion
 * @typedef {{ name: string, status: string, message?: string, assertionResults: readonly Assertion[] }} TestFile
 * @typedef {{ numPassedTests: number, testResults: readonly TestFile[] }} VitestReport
 * @typedef {{ stats: { expected: number, unexpected: number }, suites: readonly Suite[] }} PlaywrightReport
 */

/**
 * Counts a program that succeeds or fails as a whole, and shows its output when it fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<Count>}
 */
export async function check(command, args) {
  const { code, output } = await outputOf(command, args);
  if (code === 0) return { passed: 1, failed: 0 };
  console.log(output);
  return { passed: 0, failed: 1, failures: [firstLineOf(output)] };
}

/**
 * Runs Vitest with these arguments, and counts its tests.
 * @param {readonly string[]} args
 * @returns {Promise<Count>}
 */
export function vitest(args) {
  const file = reportFile('vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  return runSuite(['vitest', [...args, ...reporters]], file, countVitest);
}

/**
 * Runs Playwright with these arguments, and counts its tests. The report's path is in its settings.
 * @param {readonly string[]} [args]
 * @param {string} [report]
 */
export function playwright(args = [], report = 'e2e.json') {
  return runSuite(['playwright', ['test', ...args]], reportFile(report), countPlaywright);
}

/** @param {string} name */
export function reportFile(name) {
  return join(root, 'test-results', name);
}

/** @param {VitestReport} report */
function countVitest({ numPassedTests, testResults }) {
  const failures = testResults.flatMap(failuresOfFile);
  return { passed: numPassedTests, failed: failures.length, failures };
}

/** @param {TestFile} file one that failed without a failed test could not be read or set up */
function failuresOfFile({ name, status, message = '', assertionResults }) {
  const place = relative(root, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0 && status === 'failed') return [`${place}: ${firstLineOf(message)}`];
  return failed.map(
    ({ fullName, failureMessages = [] }) =>
      `${place}: ${fullName}: ${firstLineOf(failureMessages[0] ?? '')}`,
  );
}

/** @param {PlaywrightReport} report */
function countPlaywright({ stats, suites }) {
  const failures = suites.flatMap(failuresOf);
  return { passed: stats.expected, failed: stats.unexpected, failures };
}

/**
 * Runs a test runner, and counts the tests in its report.
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
  const count = existsSync(file)
    ? read(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failed: 0 };
  // A runner that fails without a failed test, or ran no test, failed as a whole.
  const isBroken = count.failed === 0 && (code !== 0 || count.passed === 0);
  const failure = `${runner[0]} ended with code ${code}, ${count.passed} passed`;
  return isBroken ? { ...count, failed: 1, failures: [failure] } : count;
}

/**
 * @param {Suite} suite
 * @returns {string[]}
 */
function failuresOf({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName, results = [] }) => {
        const cause = firstLineOf(results.at(-1)?.error?.message ?? '');
        return `${projectName}, ${file}: ${title}: ${cause}`;
      }),
  );
  return [...own, ...suites.flatMap(failuresOf)];
}

/**
 * The first line with text, without colours.
 * @param {string} text
 */
export function firstLineOf(text) {
  const lines = stripVTControlCharacters(text).split('\n');
  return lines.find((line) => line.trim() !== '')?.trim() ?? '';
}
