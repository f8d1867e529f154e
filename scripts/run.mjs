import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const root = fileURLToPath(new URL('..', import.meta.url));

// With the project's own programs first, `node` is the pinned one, whatever the machine has.
const PATH = `${join(root, 'node_modules', '.bin')}${delimiter}${process.env['PATH'] ?? ''}`;

/** @typedef {{ env?: NodeJS.ProcessEnv, stdio?: import('node:child_process').StdioOptions, detached?: boolean }} Surroundings */

/**
 * Starts a program in the project's folder.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Surroundings} [surroundings]
 */
export function start(command, args, { env = {}, stdio = 'inherit', detached = false } = {}) {
  return spawn(command, args, {
    cwd: root,
    env: { ...process.env, PATH, ...env },
    stdio,
    detached,
    // Windows keeps its programs as .cmd files, which only its shell can start.
    shell: process.platform === 'win32',
  });
}

/**
 * Waits for a program's end and gives its exit code.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
export function ended(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/**
 * Runs a program to its end and gives its exit code.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export function exitCodeOf(command, args, env = {}) {
  return ended(start(command, args, { env }));
}

/**
 * Runs a program to its end; throws when it fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export async function run(command, args, env = {}) {
  const code = await exitCodeOf(command, args, env);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with code ${code}`);
}
