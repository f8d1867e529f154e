import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second in /proc: the same on every Linux that Node runs on. */
const TICKS = 100;
/** Places of the user and the system time behind the process's name, which may hold spaces. */
const TIMES = [11, 12] as const;
/** The places of the same times of its children that have ended. */
const TIMES_OF_ENDED = [13, 14] as const;

/** Processor time (ms) of a process so far, in all its threads (Linux only). */
export function cpuMillis(pid: number, places: readonly number[] = TIMES): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = places.reduce((sum, place) => sum + Number(fields[place]), 0);
  return (ticks / TICKS) * 1_000;
}

/** Processor time (ms) of all processes of a program; an ended one's time is in its parent's. */
export function cpuMillisOf(program: string): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/u.test(name));
  return pids.reduce((sum, pid) => {
    try {
      const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
      return name === program ? sum + cpuMillis(Number(pid), [...TIMES, ...TIMES_OF_ENDED]) : sum;
    } catch {
      // The process has ended since its folder was listed.
      return sum;
    }
  }, 0);
}

/** KiB of memory a process holds: its resident set (Linux only). */
export function residentKiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/mu.exec(status)?.[1]);
}

/** Descriptors this process and its children may have open. */
export function descriptorLimit(): number {
  const limits = readFileSync('/proc/self/limits', 'utf8');
  return Number(/^Max open files\s+(\d+)/mu.exec(limits)?.[1] ?? Infinity);
}
