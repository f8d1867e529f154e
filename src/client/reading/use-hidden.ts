import { useSyncExternalStore } from 'react';

/** Whether the tab is hidden. */
export function useHidden(): boolean {
  return useSyncExternalStore(subscribe, () => document.hidden);
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
