import { newId } from '#shared/thought.ts';
import { createStore } from './store.ts';

/** Of other pages of this browser: without locks, as over plain http, nobody can say. */
export type PageState = 'open' | 'gone' | 'unknown';

export type OpenPages = ReturnType<typeof openPages>;

/**
 * The pages of one browser. Each holds a lock of its name from its load until it is left or crashes: from
 * long before anything is typed, so that nobody finds it free.
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
    // Shared, so that those who ask are not in one another's way.
    request(name, 'shared', () => {
      states.set(name, 'gone');
      changes.set(changes.get() + 1);
    });
  };

  enter();
  // A page that holds a lock is not kept for the way back.
  addEventListener('pagehide', () => release?.());
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) enter();
  });
  return {
    /** This one's name. One that comes back by the history has another. */
    own: (): string => own,
    /** What is known of a page; of one that is open it is told by `onGone` when it goes. */
    stateOf: (name: string): PageState => {
      if (!hasLocks) return 'unknown';
      if (!states.has(name)) ask(name);
      return states.get(name) ?? 'unknown';
    },
    onGone: changes.subscribe,
  };
}
