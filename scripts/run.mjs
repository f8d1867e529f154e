import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const root = fileURLToPath(new URL('..', import.meta.url));

// With the project's own programs first, `node` is the pinned one, whatever the machine has.
const PATH = `${join(root, 'node_modules', '.bin')}${delimiter}${process.env['PATH'] ?? ''}`;

/**
 * What asks a process to end.
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
export function waitForExit(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/**
 * Runs a program to its end and gives its exit code. When this process is asked to end it waits for
 * the program: npm takes a while to undo what it has begun, and no other may start meanwhile.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export async function exitCodeOf(command, args, env = {}) {
  const child = start(command, args, { env });
  /** @type {NodeJS.Signals | undefined} */
  let asked;
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    if (asked === undefined)
      console.log(`Waiting for ${command} to end; Ctrl+C once more ends it at once`);
    asked ??= signal;
    // A terminal has sent it to the program as well, which may take a second one for impatience.
    if (signal !== 'SIGINT') child.kill(signal);
  };
  for (const signal of TERMINATION_SIGNALS) process.on(signal, pass);
  const code = await waitForExit(child).finally(() => {
    for (const signal of TERMINATION_SIGNALS) process.off(signal, pass);
  });
  if (asked !== undefined) process.kill(process.pid, asked);
  return code;
}

/**
 * Runs a program to its end without a word, and gives its exit code and all that it said.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {(text: string) => void} [onText] is told of what it says as it comes
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
