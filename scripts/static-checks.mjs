import { check } from './suites.mjs';

/** @typedef {import('./steps.mjs').Step} Step */

const isCode = /\.(?:mjs|tsx?)$/u;

/** @type {Step} */
export const TYPES = { name: 'types', run: () => check('tsc', ['-b']) };
/** @type {Step} */
const format = { name: 'format', run: () => check('oxfmt', ['--list-different']) };
/** @type {Step} */
const deadCode = { name: 'dead code', run: () => check('knip', ['--reporter', 'compact']) };

/** What is checked without running anything. */
export const STATIC_CHECKS = [TYPES, format, deadCode, lint([])];

/**
 * The types of all, and the rules of these files alone.
 * @param {readonly string[]} files
 */
export function staticChecksOf(files) {
  const code = files.filter((file) => isCode.test(file));
  return code.length === 0 ? [TYPES, format] : [TYPES, format, lint(code)];
}

/**
 * @param {readonly string[]} files none for all
 * @returns {Step}
 */
function lint(files) {
  const args = ['run', '--silent', 'lint', '--', '--format=unix'];
  return {
    name: 'lint',
    run: () =>
      files.length === 0 ? check('npm', args) : check('oxlint', ['--format=unix', ...files]),
  };
}
