import type { Change } from '#shared/wire.ts';
import type { Unsubscribe } from '#client/backend/backend.ts';
import { isAtOrAfter, isSameEpoch } from './position.ts';

/** Changes that arrive within this time are delivered together. */
const BATCH_MS = 8;

export interface ChangeListener {
  /** In the order they happened; one may come again. */
  onChanges: (changes: readonly Change[]) => void;
  /** Some changes were missed for good: lists have to be read again. */
  onGap: () => void;
  onLive: (isLive: boolean) => void;
}

/** What has been delivered to the listeners, without a gap. */
export interface ChangeDelivery {
  /** The position of the last change; null before there is a place to begin. */
  position: () => string | null;
  /** Begins at a position, unless it has begun. False when changes after that position are missing. */
  begin: (position: string) => boolean;
  /** Delivers changes, up to a position, together with what arrives at almost the same time. */
  add: (changes: readonly Change[], position: string) => void;
  /** Begins again at a position; what lies between is missed. */
  skipTo: (position: string) => void;
  setLive: (isLive: boolean) => void;
  isLive: () => boolean;
  subscribe: (listener: ChangeListener) => Unsubscribe;
  close: Unsubscribe;
}

/** Makes the delivery, with nothing delivered yet. */
export function createChangeDelivery(): ChangeDelivery {
  const listeners = new Set<ChangeListener>();
  let span: { start: string; position: string } | null = null;
  let isLive = false;
  let batch: Change[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const deliver = (): void => {
    const changes = batch;
    batch = [];
    for (const listener of listeners) listener.onChanges(changes);
  };
  const skipTo = (position: string): void => {
    clearTimeout(timer);
    batch = [];
    span = { start: position, position };
    for (const listener of listeners) listener.onGap();
  };

  return {
    position: () => span?.position ?? null,
    begin: (position) => {
      if (span === null) span = { start: position, position };
      else if (!isSameEpoch(position, span.position)) skipTo(position);
      return isAtOrAfter(position, span.start);
    },
    add: (changes, position) => {
      if (span !== null) span.position = position;
      if (changes.length === 0) return;
      if (batch.length === 0) timer = setTimeout(deliver, BATCH_MS);
      batch.push(...changes);
    },
    skipTo,
    setLive: (next) => {
      if (isLive === next) return;
      isLive = next;
      for (const listener of listeners) listener.onLive(next);
    },
    isLive: () => isLive,
    subscribe: (listener) => {
      listeners.add(listener);
      listener.onLive(isLive);
      return () => listeners.delete(listener);
    },
    close: () => {
      clearTimeout(timer);
      listeners.clear();
    },
  };
}
