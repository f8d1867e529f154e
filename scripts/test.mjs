import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { exitCodeOf, root } from './run.mjs';

/** @typedef {{ passed: number, failed: number }} Count */
/** @typedef {{ name: string, run: () => Promise<Count> }} Step */

const NOTHING = { passed: 0, failed: 0 };

/**
 * Counts a program that succeeds or fails as a whole.
 * @param {string} command
 * @param {readonly string[]} args
 */
async function check(command, args) {
  const code = await exitCodeOf(command, args);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * Counts the tests of a runner by its report.
 * @template Report
 * @param {readonly [command: string, ...args: string[]]} runner
 * @param {string} report
 * @param {(report: Report) => Count} read
 */
async function suite([command, ...args], report, read) {
  const file = join(root, 'test-results', report);
  rmSync(file, { force: true });
  const code = await exitCodeOf(command, args);
  const { passed, failed } = read(JSON.parse(readFileSync(file, 'utf8')));
  // A runner that fails without a failed test failed as a whole; so did one that ran nothing.
  const broken = failed === 0 && (code !== 0 || passed === 0);
  return { passed, failed: broken ? 1 : failed };
}

/** @type {Step[]} */
const CHECKS = [
  { name: 'types', run: () => check('tsc', ['-b']) },
  { name: 'lint', run: () => check('npm', ['run', '--silent', 'lint']) },
  { name: 'format', run: () => check('oxfmt', ['--check']) },
  { name: 'dead code', run: () => check('knip', []) },
  {
    name: 'unit and integration',
    run: () =>
      suite(
        ['vitest', 'run'],
        'unit.json',
        /** @param {{ numPassedTests: number, numFailedTests: number }} report */
        (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests }),
      ),
  },
];

/** @type {Step[]} */
const BROWSER_CHECKS = [
  { name: 'build', run: () => ensureBuilt().then(() => ({ passed: 1, failed: 0 })) },
  {
    name: 'build for Firebase',
    run: () => check('npm', ['run', '--silent', 'build:firebase']),
  },
  {
    name: 'end to end',
    run: () =>
      suite(
        ['playwright', 'test'],
        'e2e.json',
        /** @param {{ stats: { expected: number, flaky: number, unexpected: number } }} report */
        ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected }),
      ),
  },
];

/**
 * Runs a step. One that can't even run counts as failed, and the next ones still run.
 * @param {Step} step
 */
async function runStep({ name, run }) {
  console.log(`\n== ${name}`);
  const began = performance.now();
  const count = await run().catch((error) => {
    console.error(error);
    return { passed: 0, failed: 1 };
  });
  return { name, ...count, seconds: (performance.now() - began) / 1000 };
}

const PREPARE = {
  install: { name: 'install', run: () => ensureInstalled().then(() => NOTHING) },
  browser: { name: 'browser', run: () => ensureChromium().then(() => NOTHING) },
};

const steps = process.argv.includes('--no-browser')
  ? [PREPARE.install, ...CHECKS]
  : [PREPARE.install, PREPARE.browser, ...CHECKS, ...BROWSER_CHECKS];

const results = [];
for (const step of steps) results.push(await runStep(step));

console.log('');
for (const { name, passed, failed, seconds } of results) {
  console.log(
    `${name.padEnd(22)}${passed} passed, ${failed} failed`.padEnd(48) + `${seconds.toFixed(1)} s`,
  );
}
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
process.exitCode = failed > 0 ? 1 : 0;
console.log(`\n${passed} passed, ${failed} failed`);
