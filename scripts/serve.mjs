import { spawn } from 'node:child_process';
import { TERMINATION_SIGNALS, start, waitForExit } from './run.mjs';

/** Milliseconds between two checks that the parent process is still running. */
const PARENT_CHECK_INTERVAL_MS = 1000;

// Read at once: the parent may end while packages are installed.
const PARENT = process.ppid;

/**
 * Runs programs side by side until one ends or this process is asked to end, and gives the exit
 * code of the first to end, once all have ended.
 * @param {readonly { command: string, args: readonly string[], env?: NodeJS.ProcessEnv }[]} programs
 */
export async function serve(programs) {
  const children = programs.map(({ command, args, env = {} }) =>
    start(command, args, {
      env,
      // Outside the terminal's process group, a signal arrives once, from here; a terminal and npm
      // would each repeat it, and end the programs while they are closing.
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'inherit', 'inherit'],
    }),
  );
  const ends = children.map(waitForExit);
  let isStopping = false;
  /** @param {NodeJS.Signals} signal */
  const stop = (signal) => {
    if (isStopping) return;
    isStopping = true;
    for (const child of children) stopProgram(child, signal);
  };
  for (const signal of TERMINATION_SIGNALS) process.on(signal, stop);
  watchParent(() => stop('SIGTERM'));
  const code = await Promise.race(ends);
  stop('SIGTERM');
  await Promise.all(ends);
  return code;
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal the one this process got
 */
function stopProgram(child, signal) {
  if (process.platform !== 'win32') child.kill('SIGTERM');
  // On Windows Ctrl+C reaches every program of the console by itself; other signals end it by force.
  else if (signal !== 'SIGINT') spawn('taskkill', ['/pid', String(child.pid), '/t', '/f']);
}

/**
 * Calls back when the parent process ends silently, as npm's shell does.
 * @param {() => void} onEnd
 */
function watchParent(onEnd) {
  const timer = setInterval(() => {
    // On Windows an orphan keeps its parent's id.
    if (process.ppid === PARENT && isRunning(PARENT)) return;
    clearInterval(timer);
    onEnd();
  }, PARENT_CHECK_INTERVAL_MS);
  timer.unref();
}

/**
 * Whether there is a process of that id.
 * @param {number} pid
 */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Any other error means that the process exists.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
