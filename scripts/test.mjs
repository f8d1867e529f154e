import { ensureBuilt } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { ensurePostgres } from './postgres.mjs';
import { STATIC_CHECKS } from './static-checks.mjs';
import { inTurn, preparation, sideBySide, summarize } from './steps.mjs';
import { check, playwright, vitest } from './suites.mjs';

const prepared = await inTurn([
  preparation('install', ensureInstalled),
  preparation('PostgreSQL', ensurePostgres),
  preparation('browser', ensureChromium),
  // Before the tests: some of them start the board, which would build it at the same time.
  preparation('build', ensureBuilt),
]);
const forFirebase = () => check('npm', ['run', '--silent', 'build:firebase']);
const checked = await sideBySide([
  [...STATIC_CHECKS, { name: 'build for Firebase', run: forFirebase }],
  [{ name: 'unit and integration', run: () => vitest(['run']) }],
]);
const endToEnd = await inTurn([{ name: 'end to end', run: () => playwright() }]);
process.exitCode = summarize([...prepared, ...checked, ...endToEnd]);
