import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const root = fileURLToPath(new URL('..', import.meta.url));

// With the project's own programs first, `node` is the pinned one, whatever the machine has.
const PATH = `${join(root, 'node_modules', '.bin')}${delimiter}${process.env['PATH'] ?? ''}`;

// Caches Node's compiled code between processes, of which the tests start hundreds.
const NODE_COMPILE_CACHE = join(root, 'node_modules', '.cache', 'node');

/**
 * The signals that ask a process to end.
 * @type {readonly NodeJS.Signals[]}
 */
export const TERMINATION_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** @typedef {{ env?: NodeJS.ProcessEnv, stdio?: import('node:child_process').StdioOptions, detached?: boolean }} SpawnOptions */

/**
 * Starts a program in the project's folder.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {SpawnOptions} [options]
 */
export function start(command, args, { env = {}, stdio = 'inherit', detached = false } = {}) {
  return spawn(command, args, {
    cwd: root,
    env: { NODE_COMPILE_CACHE, ...process.env, PATH, ...env },
    stdio,
    detached,
    // On Windows the programs are .cmd files, which only its shell can start.
    shell: process.platform === 'win32',
  });
}

/**
 * Waits for a program's end, and returns its exit code.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
export function waitForExit(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/**
 * Runs a program to its end, and returns its exit code.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export function exitCodeOf(command, args, env = {}) {
  return waitForExit(start(command, args, { env }));
}

/**
 * Runs a program to its end silently, and returns its exit code and its output.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {(text: string) => void} [onText] is called with the output as it arrives
 */
export async function outputOf(command, args, onText = () => {}) {
  const child = start(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
      onText(text);
    });
  }
  return { code: await waitForExit(child), output };
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
