import { TEXT_LIMIT } from '#shared/limits.ts';
import { createStore } from '#client/store/store.ts';

/** Milliseconds between two sentences about what others do. */
const ARRIVALS_INTERVAL_MS = 10_000;

/** What the live region holds: the screen reader says it next, politely. */
export const announcement = createStore('');

/** Has the screen reader say a short sentence when it is next silent. */
export function announce(sentence: string): void {
  announcement.set('');
  // A live region is read again only if its text was another one in between.
  setTimeout(() => announcement.set(sentence), 50);
}

let lastArrivals = -Infinity;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Announces what came from others: one sentence in ten seconds at most, and of several the last. */
export function announceArrivals(sentence: string): void {
  clearTimeout(timer);
  timer = setTimeout(
    () => {
      lastArrivals = Date.now();
      announce(sentence);
    },
    Math.max(0, lastArrivals + ARRIVALS_INTERVAL_MS - Date.now()),
  );
}

/** Says that a text which was pasted or dropped did not fit whole. */
export function announceCut(): void {
  announce(`The text was cut to fit ${TEXT_LIMIT} characters`);
}
