import { HEARTBEAT_INTERVAL } from '#shared/wire.ts';
import type { Unsubscribe } from '#client/backend/backend.ts';
import type { Browser } from './browser.ts';
import { openEventStream, type StreamMessage } from './event-stream.ts';

type ChannelMessage = StreamMessage | { type: 'joined' };

/** The leading tab is given up when this much time (ms) passes without a word from it. */
const LEADER_SILENCE = HEARTBEAT_INTERVAL * 4;

/**
 * Joins the one live stream of this person's tabs. The tab that holds the lock leads: it has the
 * connection and passes everything on; when it goes, another takes over. Without locks every tab
 * leads for itself. Returns the function that leaves.
 */
export function joinStream(
  browser: Browser,
  uid: string,
  onMessage: (message: StreamMessage) => void,
): Unsubscribe {
  const { locks } = browser;
  if (locks === undefined) return openEventStream(browser, '', onMessage);

  const name = `thought-cloud-live-${uid}`;
  const channel = browser.openChannel(name);
  const leaving = new AbortController();
  // Where the stream stands as far as this tab has heard: it leads on from there.
  let position = '';
  let live = false;
  let stopLeading: (() => void) | null = null;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const hear = (message: StreamMessage): void => {
    if ('position' in message) position = message.position;
    if (message.type === 'ready') live = true;
    if (message.type === 'down' || message.type === 'signed-out') live = false;
    onMessage(message);
  };
  const lead = (): Promise<void> =>
    new Promise((resolve) => {
      if (leaving.signal.aborted) return resolve();
      clearTimeout(silence);
      const close = openEventStream(browser, position, (message) => {
        channel.postMessage(message);
        hear(message);
      });
      stopLeading = () => {
        close();
        stopLeading = null;
        resolve();
      };
    });
  const standBy = (options: LockOptions): void => {
    locks.request(name, options, lead).catch((reason: unknown) => {
      if (!(reason instanceof DOMException && reason.name === 'AbortError')) throw reason;
      // Leaving ends the wait. A lead ends when another tab took this one for dead.
      if (leaving.signal.aborted) return;
      stopLeading?.();
      follow();
    });
  };
  const expectLeader = (): void => {
    clearTimeout(silence);
    silence = setTimeout(() => standBy({ steal: true }), LEADER_SILENCE);
  };
  const follow = (): void => {
    expectLeader();
    standBy({ signal: leaving.signal });
  };

  channel.addEventListener('message', ({ data }: MessageEvent<ChannelMessage>) => {
    if (data.type !== 'joined') {
      if (stopLeading === null) expectLeader();
      hear(data);
    } else if (stopLeading !== null && live) {
      channel.postMessage({ type: 'ready', resumed: true, position });
    }
  });
  channel.postMessage({ type: 'joined' });
  follow();

  return () => {
    clearTimeout(silence);
    leaving.abort();
    stopLeading?.();
    channel.close();
  };
}
