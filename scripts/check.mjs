import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { root } from './run.mjs';
import { staticChecksOf, STATIC_CHECKS, TYPES } from './static-checks.mjs';
import { inTurn, preparation, sideBySide, summarize } from './steps.mjs';
import { vitest } from './suites.mjs';

/** @typedef {import('./steps.mjs').Step} Step */

/** What needs neither PostgreSQL nor a browser. */
const PROJECTS = ['--project', 'node', '--project', 'dom'];
const isImported = /^(?:bin|src|tests|tools|bench|scripts)\/.+\.(?:css|mjs|tsx?)$/u;

/** @type {string[]} */
let changed = [];
const [part] = process.argv.slice(2);
const prepared = await inTurn([
  preparation('install', ensureInstalled),
  ...(part === '--changed' ? [preparation('changes', async () => noteChanges())] : []),
]);
process.exitCode = summarize([...prepared, ...(await sideBySide(lanesOf(part)))]);

/**
 * Notes the files that differ from where this branch left `main`, whether committed or not. On `main`
 * itself those that are not committed.
 */
function noteChanges() {
  const base = git('merge-base', 'HEAD', git('branch', '--list', 'main') === '' ? 'HEAD' : 'main');
  changed = [
    git('diff', '--name-only', '--diff-filter=d', base),
    git('ls-files', '--others', '--exclude-standard'),
  ].flatMap((lines) => lines.split('\n').filter((line) => line !== ''));
}

/** @param {string[]} args */
function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}

/**
 * @param {string | undefined} wanted
 * @returns {Step[][]}
 */
function lanesOf(wanted) {
  if (wanted === '--types') return [[TYPES]];
  if (wanted === '--changed') return [staticChecksOf(changed), testsReaching(changed)];
  return [STATIC_CHECKS, [{ name: 'tests', run: () => vitest(['run', ...PROJECTS]) }]];
}

/**
 * @param {readonly string[]} files
 * @returns {Step[]}
 */
function testsReaching(files) {
  const imported = files.flatMap(importedFor);
  if (imported.length === 0) return [];
  const args = ['related', '--run', '--passWithNoTests', ...PROJECTS, ...imported];
  return [{ name: 'tests', run: () => vitest(args) }];
}

/**
 * A file that Vitest can follow by imports. For a file that is read and not imported, the tests that name
 * it; for a migration, the code that runs it.
 * @param {string} file
 */
function importedFor(file) {
  if (isImported.test(file)) return [file];
  if (file.endsWith('.sql')) return [join(dirname(dirname(file)), 'migrate.ts')];
  return ['scripts', 'src', 'tests', 'tools']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((name) =>
        join(folder, String(name)),
      ),
    )
    .filter((name) => /\.test\.tsx?$/u.test(name))
    .filter((name) => readFileSync(join(root, name), 'utf8').includes(basename(file)));
}
