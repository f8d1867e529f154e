import { millisFromTimestamp, type Thought } from '#shared/thought.ts';

/** A thought this young (ms) when it is first shown is an arrival. */
const ARRIVAL_AGE_MS = 5_000;

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** The reader's local time: `h:mm AM` or `h:mm PM`. */
export function formatTime(at: Date): string {
  const hours = at.getHours();
  return `${hours % 12 || 12}:${twoDigits(at.getMinutes())} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** The reader's local date: `YYYY-MM-DD`. */
export function formatDate(at: Date): string {
  const year = String(at.getFullYear()).padStart(4, '0');
  return `${year}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
}

export function isJustNow({ createdAt }: Pick<Thought, 'createdAt'>): boolean {
  // The reader's clock may be behind the server's.
  return Math.abs(Date.now() - millisFromTimestamp(createdAt)) < ARRIVAL_AGE_MS;
}
