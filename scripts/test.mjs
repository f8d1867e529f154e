import { ensureBuilt } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { ensurePostgres } from './postgres.mjs';
import { runSteps } from './steps.mjs';
import { check, playwright, vitest } from './suites.mjs';

/** @typedef {import('./steps.mjs').Step} Step */

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

const preparations = [
  preparation('install', ensureInstalled),
  preparation('PostgreSQL', ensurePostgres),
];
const steps = process.argv.includes('--no-browser')
  ? [...preparations, ...CHECKS]
  : [...preparations, preparation('browser', ensureChromium), ...CHECKS, ...BROWSER_CHECKS];

process.exitCode = await runSteps(steps);
