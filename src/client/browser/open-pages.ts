import { newId } from '#shared/id.ts';
import { createStore } from '#client/store/store.ts';

export type OpenPages = ReturnType<typeof openPages>;

/**
 * The pages of one browser. Each holds a lock under its name from its load until it is left or crashes,
 * so long before anything is typed.
 */
export function openPages(tab: EventTarget = window) {
  const watched = new Set<string>();
  const gone = createStore<readonly string[]>([]);
  const restored = createStore(0);
  let own = newId();
  let leave: (() => void) | undefined;

  const enter = (): void => {
    const { promise, resolve } = Promise.withResolvers<void>();
    leave = resolve;
    request(own, 'exclusive', () => promise);
  };
  enter();
  tab.addEventListener('pagehide', () => {
    // A page with a lock is not kept in the back/forward cache.
    leave?.();
    own = newId();
  });
  tab.addEventListener('pageshow', ({ persisted }: Partial<PageTransitionEvent>) => {
    if (!persisted) return;
    enter();
    restored.set(restored.get() + 1);
  });
  return {
    /** This page's name; a restored page has a new one. */
    own: (): string => own,
    /** Whether a page is known to be gone; `onGone` reports when one becomes so. */
    isGone: (name: string): boolean => {
      if (!watched.has(name)) {
        watched.add(name);
        // Shared, so that waiting pages do not block one another.
        request(name, 'shared', () => gone.set([...gone.get(), name]));
      }
      return gone.get().includes(name);
    },
    onGone: gone.subscribe,
    /** Calls back when the history has restored this page, which has missed events. */
    onRestored: restored.subscribe,
  };
}

function request(name: string, mode: LockMode, use: () => unknown): void {
  void navigator.locks.request(`thought-cloud:page:${name}`, { mode }, use);
}
