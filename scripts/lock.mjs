import { readlinkSync, symlinkSync, unlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_INTERVAL_MS = 200;

/**
 * Works while no other command holds the lock, which a dead process loses.
 * @param {string} lock the path of a link, which a file system makes whole or not at all; it leads to a process
 * @param {() => Promise<void>} work
 */
export async function workAlone(lock, work) {
  let isWaiting = false;
  for (let owner = take(lock); owner !== undefined; owner = take(lock)) {
    if (!isWaiting && isAlive(owner)) {
      isWaiting = true;
      console.error(`Another command (process ${owner}) is setting up here; waiting for it …`);
    }
    await sleep(POLL_INTERVAL_MS);
  }
  try {
    await work();
  } finally {
    remove(lock);
  }
}

/**
 * Removes a lock if it is there. `rmSync` of Node 24.11 to 24.13 leaves a link that leads nowhere, as this one does.
 * @param {string} lock
 */
function remove(lock) {
  try {
    unlinkSync(lock);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}

/**
 * Returns the process that holds the lock, or undefined if it is this one's now. A dead one's is removed for
 * the next attempt, so that two that find it don't both hold one.
 * @param {string} lock
 */
function take(lock) {
  try {
    symlinkSync(String(process.pid), lock);
    return undefined;
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  const owner = ownerOf(lock);
  if (!isAlive(owner)) remove(lock);
  return owner;
}

/** @param {string} lock */
function ownerOf(lock) {
  try {
    return Number(readlinkSync(lock));
  } catch (error) {
    // It has just been released.
    if (hasCode(error, 'ENOENT')) return NaN;
    throw error;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  // A container that starts again gives the same ids.
  if (Number.isNaN(pid) || pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/**
 * @param {unknown} error
 * @param {string} code
 */
function hasCode(error, code) {
  return error instanceof Error && 'code' in error && error.code === code;
}
