import * as v from 'valibot';

/**
 * A position in the change log: the epoch of the database, and the number of the last change that
 * is known. Numbers grow within an epoch; an epoch ends when the database is restored, or another takes over.
 */
export const Position = v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,40}\.\d{1,15}$/u));

/** The position of a number in an epoch. */
export function formatPosition(epoch: string, number: number): string {
  return `${epoch}.${number}`;
}

/** The parts of a checked position. */
export function parsePosition(position: string): { epoch: string; number: number } {
  const dot = position.indexOf('.');
  return { epoch: position.slice(0, dot), number: Number(position.slice(dot + 1)) };
}
