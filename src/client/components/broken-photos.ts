const broken = new Set<string>();
const listeners = new Set<() => void>();

/** Whether the photo at this address failed to load and is not worth another request. */
export function isBrokenPhoto(url: string): boolean {
  return broken.has(url);
}

/** Remembers that a photo failed to load, until the network is back. */
export function markBrokenPhoto(url: string): void {
  broken.add(url);
  notify();
}

/** Calls back when a photo becomes broken or may be tried again; returns the unsubscribe. */
export function subscribeToBrokenPhotos(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('online', forget);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('online', forget);
  };
}

function forget(): void {
  broken.clear();
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}
