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

/** The sky over this hour of the reader's, as public/first-paint.js chooses that of the page. */
export function skyAt(at: Date): 'dawn' | 'day' | 'dusk' | 'night' {
  const hour = at.getHours();
  if (hour < 5 || hour >= 21) return 'night';
  if (hour < 9) return 'dawn';
  return hour < 17 ? 'day' : 'dusk';
}

export function isJustNow({ createdAt }: Pick<Thought, 'createdAt'>): boolean {
  // The reader's clock may be behind the server's.
  return Math.abs(Date.now() - millisFromTimestamp(createdAt)) < ARRIVAL_AGE_MS;
}
