import { createStore } from '#client/store/store.ts';
import { useStore } from '#client/store/use-store.ts';
import { WORDS } from '#client/words.ts';

/** Milliseconds between two sentences about what others do. */
const ARRIVALS_INTERVAL_MS = 10_000;
/** How long (ms) a sentence stays. Longer, and it would be read as news. */
const STANDING_MS = 5_000;

/** What the screen reader says next, politely. */
export const announcement = createStore('');

/** One for the page, and one for an open dialog: behind that the page's own is silent. */
export function LiveRegion() {
  return (
    <div role="status" className="shell-visually-hidden">
      {useStore(announcement)}
    </div>
  );
}

let step: ReturnType<typeof setTimeout> | undefined;

/** Has the screen reader say a short sentence when it is next silent. */
export function announce(sentence: string): void {
  silence();
  // A live region is read again only if its text was another one in between.
  step = setTimeout(() => {
    announcement.set(sentence);
    step = setTimeout(silence, STANDING_MS);
  }, 50);
}

export function silence(): void {
  clearTimeout(step);
  announcement.set('');
}

let lastArrivals = -Infinity;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Announces what came from others, once in ten seconds at most, unless what it returns takes that back. */
export function announceArrivals(sentence: () => string): () => void {
  clearTimeout(timer);
  timer = setTimeout(
    () => {
      lastArrivals = Date.now();
      announce(sentence());
    },
    Math.max(0, lastArrivals + ARRIVALS_INTERVAL_MS - Date.now()),
  );
  return () => clearTimeout(timer);
}

export function announceCut(): void {
  announce(WORDS.cut);
}
