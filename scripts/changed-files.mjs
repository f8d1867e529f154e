import { execFileSync } from 'node:child_process';
import { root } from './run.mjs';

/**
 * The files that differ from where this branch left `main`, whether committed or not. On `main`
 * itself those that are not committed.
 */
export function changedFiles() {
  const base = git('merge-base', 'HEAD', git('branch', '--list', 'main') === '' ? 'HEAD' : 'main');
  return [
    git('diff', '--name-only', '--diff-filter=d', base),
    git('ls-files', '--others', '--exclude-standard'),
  ].flatMap((lines) => lines.split('\n').filter((line) => line !== ''));
}

/** @param {string[]} args */
function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}
