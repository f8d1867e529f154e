import { ensureBuilt } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { ensurePostgres } from './postgres.mjs';
import { check, playwright, vitest } from './suites.mjs';

/** @typedef {import('./suites.mjs').Count} Count */
/** @typedef {{ name: string, run: () => Promise<Count> }} Step */

/**
 * A step that counts only when it fails.
 * @param {string} name
 * @param {() => Promise<void>} prepare
 * @returns {Step}
 */
const preparation = (name, prepare) => ({
  name,
  run: () => prepare().then(() => ({ passed: 0, failed: 0 })),
});

/** @type {Step[]} */
const CHECKS = [
  { name: 'types', run: () => check('tsc', ['-b']) },
  { name: 'lint', run: () => check('npm', ['run', '--silent', 'lint']) },
  { name: 'format', run: () => check('oxfmt', ['--check']) },
  { name: 'dead code', run: () => check('knip', []) },
  { name: 'unit and integration', run: () => vitest(['node', 'postgres', 'dom']) },
];

/** @type {Step[]} */
const BROWSER_CHECKS = [
  { name: 'in the browser', run: () => vitest(['browser']) },
  { name: 'build', run: () => ensureBuilt().then(() => ({ passed: 1, failed: 0 })) },
  { name: 'build for Firebase', run: () => check('npm', ['run', '--silent', 'build:firebase']) },
  { name: 'end to end', run: playwright },
];

/**
 * Runs a step. One that can't even run counts as failed, and the next ones still run.
 * @param {Step} step
 */
async function runStep({ name, run }) {
  console.log(`\n== ${name}`);
  const began = performance.now();
  /** @type {Count} */
  const {
    passed,
    failed,
    failures = [],
    flaky = [],
  } = await run().catch((error) => {
    console.error(error);
    return { passed: 0, failed: 1, failures: [String(error)] };
  });
  return { name, passed, failed, failures, flaky, seconds: (performance.now() - began) / 1000 };
}

const preparations = [
  preparation('install', ensureInstalled),
  preparation('PostgreSQL', ensurePostgres),
];
const steps = process.argv.includes('--no-browser')
  ? [...preparations, ...CHECKS]
  : [...preparations, preparation('browser', ensureChromium), ...CHECKS, ...BROWSER_CHECKS];

const results = [];
for (const step of steps) results.push(await runStep(step));

console.log('');
for (const { name, passed, failed, flaky, seconds } of results) {
  const retried = flaky.length > 0 ? `, ${flaky.length} flaky` : '';
  console.log(
    `${name.padEnd(22)}${passed} passed, ${failed} failed${retried}`.padEnd(48) +
      `${seconds.toFixed(1)} s`,
  );
}
for (const title of results.flatMap(({ failures }) => failures)) console.log(`failed: ${title}`);
for (const title of results.flatMap(({ flaky }) => flaky)) {
  console.log(`flaky, passed on a retry: ${title}`);
}
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
process.exitCode = failed > 0 ? 1 : 0;
console.log(`\n${passed} passed, ${failed} failed`);
