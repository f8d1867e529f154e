import * as v from 'valibot';
import { backoffDelay } from '#shared/backoff.ts';
import { Change, HEARTBEAT_INTERVAL, PATHS, ReadyBody, STREAM_EVENTS } from '#shared/wire.ts';
import type { Unsubscribe } from '#client/backend/backend.ts';
import type { Browser } from './browser.ts';

/** What the live stream tells its listeners. */
export type StreamMessage =
  /** Changes flow from here; when not `resumed`, some before may have been missed. */
  | { type: 'ready'; resumed: boolean; position: string }
  | { type: 'change'; change: Change; position: string }
  | { type: 'heartbeat' }
  | { type: 'down' }
  | { type: 'signed-out' };

const SILENCE_LIMIT = HEARTBEAT_INTERVAL * 2.5;

const parseReady = v.parser(v.pipe(v.string(), v.parseJson(), ReadyBody));
const parseChange = v.parser(v.pipe(v.string(), v.parseJson(), Change));

/**
 * Opens the live stream after a position ('' for none) and keeps it open: reconnects with
 * back-off, at once when the network is back, and goes on from the last position seen. Returns the
 * function that ends it.
 */
export function openEventStream(
  browser: Browser,
  after: string,
  onMessage: (message: StreamMessage) => void,
): Unsubscribe {
  let source: EventSource | null = null;
  let position = after;
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const disconnect = (): void => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const reconnectLater = (): void => {
    disconnect();
    onMessage({ type: 'down' });
    attempt += 1;
    timer = setTimeout(connect, backoffDelay(attempt));
  };
  // A connection can die without a word; the heartbeat is what tells.
  const expectMore = (): void => {
    clearTimeout(timer);
    timer = setTimeout(reconnectLater, SILENCE_LIMIT);
  };
  const listen = (name: string, handle: (event: MessageEvent<string>) => void): void => {
    source?.addEventListener(name, (event: MessageEvent<string>) => {
      expectMore();
      if (event.lastEventId !== '') position = event.lastEventId;
      handle(event);
    });
  };
  const connect = (): void => {
    disconnect();
    source = browser.openEventSource(
      position === '' ? PATHS.live : `${PATHS.live}?after=${encodeURIComponent(position)}`,
    );
    source.addEventListener('error', reconnectLater);
    listen(STREAM_EVENTS.ready, ({ data }) => {
      attempt = 0;
      onMessage({ type: 'ready', position, ...parseReady(data) });
    });
    listen(STREAM_EVENTS.change, ({ data }) => {
      onMessage({ type: 'change', position, change: parseChange(data) });
    });
    listen(STREAM_EVENTS.heartbeat, () => onMessage({ type: 'heartbeat' }));
    listen(STREAM_EVENTS.signedOut, () => {
      disconnect();
      onMessage({ type: 'signed-out' });
    });
    expectMore();
  };

  const stopWaking = browser.onWake(() => {
    if (source === null || source.readyState !== source.OPEN) {
      attempt = 0;
      connect();
    }
  });
  connect();
  return () => {
    stopWaking();
    disconnect();
  };
}
