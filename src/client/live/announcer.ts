import { createStore } from '#client/store/store.ts';

/** What the screen reader is to say next, politely. */
export const announcement = createStore('');

/** Has the screen reader say a short sentence when it is next silent. */
export function announce(sentence: string): void {
  announcement.set('');
  // A sentence said twice in a row is heard twice only if the region was empty in between.
  setTimeout(() => announcement.set(sentence), 50);
}
