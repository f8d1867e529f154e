import { createStore } from '#client/store/store.ts';
import { useStore } from '#client/store/use-store.ts';

/** How long (ms) a sentence stays: if it stayed longer, it would be read as news. */
const STANDING_MS = 5_000;

export const announcement = createStore('');

/**
 * One is in the page and one in an open dialog, which silences the page's. Without a role: screen readers stop at an
 * empty status.
 */
export function LiveRegion() {
  return (
    <div aria-live="polite" className="shell-visually-hidden">
      {useStore(announcement)}
    </div>
  );
}

let step: ReturnType<typeof setTimeout> | undefined;

/** Has screen readers read a sentence, in place of one that is still to be read. */
export function announce(sentence: string): void {
  silence();
  // A live region is only read again if its text was different in between.
  step = setTimeout(() => {
    announcement.set(sentence);
    step = setTimeout(silence, STANDING_MS);
  }, 50);
}

/** Drops what is being announced. */
export function silence(): void {
  clearTimeout(step);
  announcement.set('');
}
