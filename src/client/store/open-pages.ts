import { newId } from '#shared/thought.ts';
import { createStore } from './store.ts';

export type OpenPages = ReturnType<typeof openPages>;

/**
 * The pages of one browser. Each holds a lock under its name from its load until it is left or crashes,
 * so long before anything is typed.
 */
export function openPages() {
  /** Whether the pages that were asked for are gone. */
  const gone = new Map<string, boolean>();
  const changes = createStore(0);
  let own = '';
  let release: (() => void) | undefined;

  const request = (name: string, mode: LockMode, use: () => unknown): void => {
    void navigator.locks.request(`thought-cloud:page:${name}`, { mode }, use);
  };
  const enter = (): void => {
    const isLeft = new Promise<void>((resolve) => {
      release = resolve;
    });
    own = newId();
    request(own, 'exclusive', () => isLeft);
  };
  const ask = (name: string): void => {
    gone.set(name, false);
    // Shared, so that waiting pages do not block one another.
    request(name, 'shared', () => {
      gone.set(name, true);
      changes.set(changes.get() + 1);
    });
  };

  enter();
  // A page with a lock is not kept in the back/forward cache.
  addEventListener('pagehide', () => release?.());
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) enter();
  });
  return {
    /** This page's name; a restored page has a new one. */
    own: (): string => own,
    /** Whether a page is known to be gone; `onGone` reports when one becomes so. */
    isGone: (name: string): boolean => {
      if (!gone.has(name)) ask(name);
      return gone.get(name) === true;
    },
    onGone: changes.subscribe,
  };
}
