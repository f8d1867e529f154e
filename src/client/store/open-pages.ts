import { newId } from '#shared/thought.ts';
import { createStore } from './store.ts';

/** Unknown where there are no locks, as over plain http. */
export type PageState = 'open' | 'gone' | 'unknown';

export type OpenPages = ReturnType<typeof openPages>;

/**
 * The pages of one browser. Each holds a lock under its name from its load until it is left or crashes,
 * so long before anything is typed.
 */
export function openPages() {
  const states = new Map<string, PageState>();
  const changes = createStore(0);
  const hasLocks = 'locks' in navigator;
  let own = '';
  let release: (() => void) | undefined;

  const request = (name: string, mode: LockMode, use: () => unknown): void => {
    if (hasLocks) void navigator.locks.request(`thought-cloud:page:${name}`, { mode }, use);
  };
  const enter = (): void => {
    const isLeft = new Promise<void>((resolve) => {
      release = resolve;
    });
    own = newId();
    request(own, 'exclusive', () => isLeft);
  };
  const ask = (name: string): void => {
    states.set(name, 'open');
    // Shared, so that waiting pages do not block one another.
    request(name, 'shared', () => {
      states.set(name, 'gone');
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
    /** The state of a page; `onGone` reports when an open one goes. */
    stateOf: (name: string): PageState => {
      if (!hasLocks) return 'unknown';
      if (!states.has(name)) ask(name);
      return states.get(name) ?? 'unknown';
    },
    onGone: changes.subscribe,
  };
}
