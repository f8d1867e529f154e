/**
 * Whether there is a process of that id.
 * @param {number} pid
 */
export function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Anything but "no such process" means that it is there.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
