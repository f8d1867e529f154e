import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statfsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

// With the project's own programs first, `node` is the pinned one if it is installed.
const PATH = `${join(root, 'node_modules', '.bin')}${delimiter}${process.env['PATH'] ?? ''}`;

// Caches Node's compiled code between processes, if the folder can be written to; the tests start hundreds.
const NODE_COMPILE_CACHE = join(root, 'node_modules', '.cache', 'node');

/** With less free than this, a disk is full: a package may need more. */
const ROOM_BYTES = 1_000_000;

const PARENT_CHECK_INTERVAL_MS = 1000;
/** Milliseconds within which a terminal and npm send the same signal. */
const REPEAT_MS = 500;
// The id is read at once: the parent may end while packages are installed.
const PARENT = process.ppid;

/**
 * Runs a program in the project's folder to its end; throws when it fails.
 * @param {string} command
 * @param {readonly string[]} args
 */
export async function run(command, args) {
  const code = await exitCodeOf(start([command, ...args], { stdio: 'inherit' }));
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with code ${code}`);
}

/**
 * Runs a tool to its end, like `run`; prints its output only when it fails.
 * @param {string} command
 * @param {readonly string[]} args
 */
export async function runQuietly(command, args) {
  const child = start([command, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  /** @type {Buffer[]} */
  const output = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part) => output.push(part));
  const code = await exitCodeOf(child);
  if (code === 0) return;
  throw new Error(
    `${Buffer.concat(output).toString()}\n${command} ${args.join(' ')} ended with code ${code}`,
  );
}

/**
 * Runs a program to its end and returns its exit code. A signal to this process, or the silent end of
 * the parent, as npm's shell ends, stops it.
 * @param {readonly string[]} program
 * @param {import('node:child_process').SpawnOptions} options
 */
export async function runUntilStopped(program, options = {}) {
  // Outside the terminal's process group, the program gets a signal once, from here; a terminal and npm would
  // each send it, and end the program while it is closing.
  const child = start(program, {
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    ...options,
  });
  let stopped = -Infinity;
  /** @param {NodeJS.Signals} signal */
  const stop = (signal) => {
    if (child.pid === undefined || performance.now() - stopped < REPEAT_MS) return;
    stopped = performance.now();
    process.kill(-child.pid, signal === 'SIGINT' ? signal : 'SIGTERM');
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  const timer = setInterval(() => {
    if (process.ppid !== PARENT) stop('SIGTERM');
  }, PARENT_CHECK_INTERVAL_MS);
  return exitCodeOf(child).finally(() => clearInterval(timer));
}

/**
 * One sentence about a step of the set-up that failed.
 * @param {unknown} error
 */
export function describeFailure(error) {
  const { bavail, bsize } = statfsSync(root);
  if (bavail * bsize < ROOM_BYTES) return `The disk that holds ${root} is full.`;
  return error instanceof Error ? error.message : String(error);
}

/**
 * Prints a line when a step of the set-up begins, and its duration when it ends.
 * @param {string} title
 * @param {() => Promise<void>} work
 */
export async function withProgress(title, work) {
  const began = performance.now();
  console.error(`${title} …`);
  try {
    await work();
  } catch (cause) {
    // What the step runs has said why.
    throw new Error(`${title}: failed, for the reason above.`, { cause });
  }
  console.error(`${title}: done in ${Math.round((performance.now() - began) / 1000)} s`);
}

/**
 * @param {readonly string[]} program
 * @param {import('node:child_process').SpawnOptions} options
 */
function start([command = '', ...args], options) {
  const env = { NODE_COMPILE_CACHE, ...process.env, PATH };
  return spawn(command, args, { cwd: root, env, ...options });
}

/** @param {import('node:child_process').ChildProcess} child */
async function exitCodeOf(child) {
  await once(child, 'close');
  return child.exitCode ?? 1;
}
