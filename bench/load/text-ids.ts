import { ID_LENGTH } from '#shared/limits.ts';

/** How the ids of the load generator's own thoughts begin; the rest is a number. */
export const PREFIX = 'bench';
export const DIGITS = ID_LENGTH - PREFIX.length;

/** Far from those of other processes, which may post to the same board. */
let last = process.pid * 1e8;

export function nextNumber(): number {
  last += 1;
  return last;
}

export function numberedTextID(number: number): string {
  return PREFIX + String(number).padStart(DIGITS, '0');
}
