import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const bin = join(root, 'node_modules', '.bin');

// With the project's own programs first, `node` is the pinned one, whatever the machine has.
const PATH = `${bin}${delimiter}${process.env['PATH'] ?? ''}`;

/**
 * Starts a program in the project's folder, with the project's own programs first on the path.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export function start(command, args, env = {}) {
  return spawn(command, args, {
    cwd: root,
    env: { ...process.env, PATH, ...env },
    stdio: 'inherit',
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
 * Runs a program to its end; throws when it fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export async function run(command, args, env) {
  const code = await ended(start(command, args, env));
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with code ${code}`);
}

/**
 * Hands the signals that ask this process to end on to others, and so waits for them to finish.
 * @param {readonly import('node:child_process').ChildProcess[]} children
 */
export function passSignals(children) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      for (const child of children) child.kill(signal);
    });
  }
}
