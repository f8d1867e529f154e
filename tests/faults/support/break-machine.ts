import type { FaultyMachine, MachineFault } from './machine-faults.ts';
import { lockDatabase } from './stored-thoughts.ts';
import type { Random } from './trial.ts';

/** What can go wrong with a board's machine. */
export const MACHINE_FAULTS = [
  'slow disk',
  'failing disk',
  'full disk',
  'read-only',
  'clock',
  'locked',
] as const;
export type MachineFaultKind = (typeof MACHINE_FAULTS)[number];

const HOURS = 3_600;

export interface Breaking {
  machine: FaultyMachine;
  dataFolder: string;
  random: Random;
}

/** Makes something go wrong; returns what makes it right again. */
export function breakMachine(
  kind: MachineFaultKind,
  { machine, dataFolder, random }: Breaking,
): () => void {
  if (kind === 'locked') return lockDatabase(dataFolder).release;
  machine.set(faultOf(kind, random));
  return () => machine.set({});
}

function faultOf(kind: Exclude<MachineFaultKind, 'locked'>, random: Random): MachineFault {
  // Every write, or one of some: any step of a commit is hit at some time.
  const every = 1 + random.below(8);
  switch (kind) {
    case 'slow disk':
      return { syncDelay: 100 + random.below(900) };
    case 'failing disk':
      return { writeError: 'I/O error', every };
    case 'full disk':
      return { writeError: 'no space', every };
    case 'read-only':
      return { writeError: 'read-only', every };
    case 'clock':
      return { clockShift: (random.below(49) - 24) * HOURS };
  }
}
