import { readFileSync } from 'node:fs';

/** Processor time (ms) of a process so far, in all its threads (Linux only). */
export function cpuMillis(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Behind the process's name, which may hold spaces.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  // Clock ticks, of which every Linux that Node runs on has a hundred a second.
  return (Number(user) + Number(system)) * 10;
}

/** Descriptors this process and its children may have open. */
export function descriptorLimit(): number {
  const limits = readFileSync('/proc/self/limits', 'utf8');
  return Number(/^Max open files\s+(\d+)/mu.exec(limits)?.[1] ?? Infinity);
}
