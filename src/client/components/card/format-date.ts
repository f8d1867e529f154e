import { millisFromTimestamp, type Timestamp } from '#shared/thought.ts';

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** The time of day where the reader is, on a 12-hour clock: `h:mm AM` or `h:mm PM`. */
export function formatTime(at: Date): string {
  const hours = at.getHours();
  return `${hours % 12 || 12}:${twoDigits(at.getMinutes())} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** The day where the reader is: `YYYY-MM-DD`. */
export function formatDate(at: Date): string {
  const year = String(at.getFullYear()).padStart(4, '0');
  return `${year}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
}

/** A server timestamp as a date. */
export function dateOf(timestamp: Timestamp): Date {
  return new Date(millisFromTimestamp(timestamp));
}
