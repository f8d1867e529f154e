import * as v from 'valibot';

/** The epoch of the database and the number of a change; a restore or a takeover begins another epoch. */
export const Position = v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,40}\.\d{1,15}$/u));

export function formatPosition(epoch: string, number: number): string {
  return `${epoch}.${number}`;
}

export function parsePosition(position: string): { epoch: string; number: number } {
  const dot = position.indexOf('.');
  return { epoch: position.slice(0, dot), number: Number(position.slice(dot + 1)) };
}
