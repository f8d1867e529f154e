import { backoffDelay } from '#shared/backoff.ts';
import { HEARTBEAT_INTERVAL } from '#shared/wire.ts';
import type { Unsubscribe } from '#client/backend/backend.ts';
import type { Browser, LiveSource } from './browser.ts';
import { connectToStream, type StreamMessage } from './event-connection.ts';

const SILENCE_LIMIT = HEARTBEAT_INTERVAL * 2.5;

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
  let source: LiveSource | null = null;
  let position = after;
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const disconnect = (): void => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const reconnectLater = (refused: boolean): void => {
    disconnect();
    attempt += 1;
    timer = setTimeout(connect, backoffDelay(attempt));
    onMessage({ type: 'down', refused });
  };
  // A connection can die without a word; the heartbeat is what tells.
  const expectMore = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => reconnectLater(false), SILENCE_LIMIT);
  };
  const connect = (): void => {
    disconnect();
    source = connectToStream(browser, position, (message) => {
      if (message.type === 'down') return reconnectLater(message.refused);
      if (message.type === 'ready') attempt = 0;
      if ('position' in message) ({ position } = message);
      expectMore();
      onMessage(message);
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
