import { changedFiles } from './changed-files.mjs';
import { ensureInstalled } from './install.mjs';
import { staticChecksOf, STATIC_CHECKS } from './static-checks.mjs';
import { inTurn, preparation, sideBySide, summarize } from './steps.mjs';
import { vitest } from './suites.mjs';

/** @typedef {import('./steps.mjs').Step} Step */

/** What needs neither PostgreSQL nor a browser. */
const PROJECTS = ['--project', 'node', '--project', 'dom'];
const isImported = /^(?:src|tests|tools|bench|scripts)\/.+\.(?:css|mjs|sql|tsx?)$/u;

/**
 * @param {readonly string[]} files
 * @returns {Step[]}
 */
function testsReaching(files) {
  const imported = files.filter((file) => isImported.test(file));
  if (imported.length === 0) return [];
  const args = ['related', '--run', '--passWithNoTests', ...PROJECTS, ...imported];
  return [{ name: 'tests', run: () => vitest(args) }];
}

/** @type {() => Step[][]} */
const lanesOfChanged = () => {
  const files = changedFiles();
  return [staticChecksOf(files), testsReaching(files)];
};

const lanes = process.argv.includes('--changed')
  ? lanesOfChanged()
  : [STATIC_CHECKS, [{ name: 'tests', run: () => vitest(['run', ...PROJECTS]) }]];

const results = await inTurn([preparation('install', ensureInstalled)]);
process.exitCode = summarize([...results, ...(await sideBySide(lanes))]);
