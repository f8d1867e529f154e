import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second in /proc: the same on every Linux that Node runs on. */
const TICKS = 100;
/**
 * Where the four times begin behind the process's name, which may hold spaces: user and system time
 * of the process itself, and of its children that have ended.
 */
const TIMES = 11;

/** Processor time (ms) of a process so far, in all its threads, with that of its ended children. */
export function cpuMillis(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(TIMES, TIMES + 4).reduce((sum, field) => sum + Number(field), 0);
  return (ticks / TICKS) * 1_000;
}

/** Processor time (ms) of all processes of a program. */
export function cpuMillisOf(program: string): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/u.test(name));
  return pids.reduce((sum, pid) => {
    try {
      const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
      return name === program ? sum + cpuMillis(Number(pid)) : sum;
    } catch {
      // The process has ended since its folder was listed.
      return sum;
    }
  }, 0);
}
