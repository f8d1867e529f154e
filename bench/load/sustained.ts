import { setTimeout as pause } from 'node:timers/promises';
import { cpuMillis } from '#bench/process-usage.ts';

/** Share of the measured time that goes before it, so that both sides are warm. */
const WARM_UP = 0.3;

export interface Sustained {
  perSecond: number;
  /** Milliseconds of the server's processor for each. */
  cpuEach: number;
  /** How busy the load generator was: 1 when it had no time left, and the figure is its own. */
  loadBusy: number;
}

interface Work {
  done: () => number;
  run: (isOver: () => boolean) => Promise<void>;
}

/** Measures what a server's process does in some milliseconds of steady work, after a warm-up. */
export async function measureSustained(
  pid: number,
  millis: number,
  work: Work,
): Promise<Sustained> {
  let isOver = false;
  const running = work.run(() => isOver);
  const measured = async (): Promise<Sustained> => {
    await pause(millis * WARM_UP);
    const before = look(pid, work);
    await pause(millis);
    const after = look(pid, work);
    isOver = true;
    const elapsed = after.now - before.now;
    const done = after.done - before.done;
    return {
      perSecond: (done / elapsed) * 1_000,
      cpuEach: (after.cpu - before.cpu) / done,
      loadBusy: (after.ownCpu - before.ownCpu) / elapsed,
    };
  };
  const [sustained] = await Promise.all([measured(), running]);
  return sustained;
}

function look(pid: number, work: Work): { now: number; done: number; cpu: number; ownCpu: number } {
  const { user, system } = process.cpuUsage();
  return {
    now: performance.now(),
    done: work.done(),
    cpu: cpuMillis(pid),
    ownCpu: (user + system) / 1_000,
  };
}
