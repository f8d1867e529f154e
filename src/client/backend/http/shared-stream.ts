import { HEARTBEAT_INTERVAL } from '#shared/wire.ts';
import type { Unsubscribe } from '#client/backend/backend.ts';
import type { Browser } from './browser.ts';
import type { StreamMessage } from './event-connection.ts';
import { openEventStream } from './event-stream.ts';
import { standForLead } from './leadership.ts';

type ChannelMessage = StreamMessage | { type: 'joined' };

/** The leading tab is given up when this much time (ms) passes without a word from it. */
const LEADER_SILENCE = HEARTBEAT_INTERVAL * 4;

/**
 * Joins the one live stream of this person's tabs. The leading tab has the connection and passes
 * everything on; when it goes, another takes over where it stood. Without locks every tab leads for
 * itself. Returns the function that leaves.
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
  // Where the stream stands as far as this tab has heard: it leads on from there.
  let position = '';
  let isLive = false;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const hear = (message: StreamMessage): void => {
    if ('position' in message) ({ position } = message);
    if (message.type === 'ready') isLive = true;
    if (message.type === 'down') isLive = false;
    onMessage(message);
  };
  const leadership = standForLead(locks, name, () => {
    clearTimeout(silence);
    return openEventStream(browser, position, (message) => {
      channel.postMessage(message);
      hear(message);
    });
  });
  const expectLeader = (): void => {
    clearTimeout(silence);
    if (!leadership.isLeading()) silence = setTimeout(leadership.seize, LEADER_SILENCE);
  };

  channel.addEventListener('message', ({ data }: MessageEvent<ChannelMessage>) => {
    if (data.type !== 'joined') {
      expectLeader();
      hear(data);
    } else if (leadership.isLeading() && isLive) {
      channel.postMessage({ type: 'ready', resumed: true, position });
    }
  });
  channel.postMessage({ type: 'joined' });
  expectLeader();

  return () => {
    clearTimeout(silence);
    leadership.leave();
    channel.close();
  };
}
