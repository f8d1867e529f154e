export type Progress = (done: number) => void;

const INTERVAL_MS = 250;

/** Says on a terminal how far a command is. Ctrl+C ends it between two records. */
export function followProgress(total: number | null, stopped: string): Progress {
  const began = performance.now();
  let shown = began;
  let isStopped = false;
  process.once('SIGINT', () => (isStopped = true));
  const of = total === null ? '' : ` of ${total}`;
  return (done) => {
    const now = performance.now();
    const isLast = isStopped || done === total;
    if (process.stderr.isTTY && (isLast || now - shown >= INTERVAL_MS)) {
      shown = now;
      const rate = (1_000 * done) / (now - began);
      const left = total === null ? '' : `, ${Math.ceil((total - done) / rate)} s left`;
      // Over the line before it, whose rest is cleared.
      process.stderr.write(
        `\r${done}${of} records, ${Math.round(rate)} a second${left}\u001B[K${isLast ? '\n' : ''}`,
      );
    }
    if (isStopped) throw new Error(`Stopped after ${done}${of} records. ${stopped}`);
  };
}
