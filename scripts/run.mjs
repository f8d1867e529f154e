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
function start(command, args, { env = {}, stdio = 'inherit', detached = false } = {}) {
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
function ended(child) {
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

/**
 * Runs programs side by side until one ends or this process is asked to end, and gives the exit
 * code of the first to end, once all have ended.
 * @param {readonly { command: string, args: readonly string[], env?: NodeJS.ProcessEnv }[]} programs
 */
export async function serve(programs) {
  // Away from the terminal's group, they hear of a signal once, from here: a terminal and npm would
  // tell them again, and so end them in the middle of closing.
  const children = programs.map(({ command, args, env = {} }) =>
    start(command, args, { env, detached: true, stdio: ['ignore', 'inherit', 'inherit'] }),
  );
  const ends = children.map(ended);
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    for (const child of children) child.kill('SIGTERM');
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  const code = await Promise.race(ends);
  stop();
  await Promise.all(ends);
  return code;
}
