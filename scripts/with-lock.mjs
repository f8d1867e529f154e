import { mkdirSync, readFileSync, rmSync, statSync, utimes, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning } from './is-running.mjs';
import { root } from './run.mjs';

const LOCK = join(root, 'dist/set-up.lock');
/** Milliseconds between two looks at the lock, and two signs of life of who holds it. */
const POLL_INTERVAL_MS = 200;
/** Milliseconds without one after which nobody holds it: in a container its id may be another's. */
const STALE_AFTER_MS = 10_000;

/**
 * Does a step of the set-up unless it is done, or another process does it meanwhile: two starts at
 * the same time would write over each other's files.
 * @param {() => boolean} isDone
 * @param {() => Promise<void>} work
 */
export async function withLock(isDone, work, lock = LOCK) {
  if (isDone()) return;
  if (!take(lock)) {
    console.log('Waiting for another process, which sets the project up …');
    while (!take(lock)) await sleep(POLL_INTERVAL_MS);
  }
  const timer = setInterval(() => utimes(lock, new Date(), new Date(), () => {}), POLL_INTERVAL_MS);
  try {
    if (!isDone()) await work();
  } finally {
    clearInterval(timer);
    rmSync(lock, { force: true });
  }
}

/**
 * Whether the lock is this process's now.
 * @param {string} lock
 */
function take(lock) {
  mkdirSync(dirname(lock), { recursive: true });
  if (isAbandoned(lock)) rmSync(lock, { force: true });
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Whether who took the lock was killed before the end.
 * @param {string} lock
 */
function isAbandoned(lock) {
  try {
    const isSilent = Date.now() - statSync(lock).mtimeMs > STALE_AFTER_MS;
    const holder = Number(readFileSync(lock, 'utf8'));
    // It is empty for a moment, between being made and being written.
    return isSilent || (holder > 0 && !isRunning(holder));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
