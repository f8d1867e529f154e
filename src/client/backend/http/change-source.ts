import { problemCodeOf } from '#shared/problem.ts';
import { Changes, PATHS } from '#shared/wire.ts';
import type { Unsubscribe } from '#client/backend/backend.ts';
import type { Browser } from './browser.ts';
import {
  createChangeDelivery,
  type ChangeDelivery,
  type ChangeListener,
} from './change-delivery.ts';
import { createEventStream, type StreamMessage } from './event-stream.ts';
import { createPolling } from './polling.ts';
import { answerOf, type Send } from './request.ts';

/** How often a hidden tab asks for changes: its title is at most a minute old. */
const HIDDEN_POLL_MS = 45_000;
/** How often a visible tab asks while no stream gets through to it. */
const VISIBLE_POLL_MS = 5_000;
/** A reader's presses try to connect no more often than this. */
const ACTIVITY_INTERVAL_MS = 1_000;
/** So often at most a failed request makes the stream doubtful: a proxy may drop only the writes. */
const VERIFY_INTERVAL_MS = 10_000;

/** Every change to the board from some position on: one source for all queries of a tab. */
export interface ChangeSource {
  /**
   * Follows the board from the position a page was read at, unless it is followed already. False
   * when changes between that position and the ones delivered are missing.
   */
  follow: (position: string) => boolean;
  subscribe: (listener: ChangeListener) => Unsubscribe;
  /** Connects again, now and then: another request could not reach the server. */
  verify: () => void;
  close: Unsubscribe;
}

/**
 * Makes the source. A visible tab streams; a hidden one rests and asks now and then, and so does a
 * visible one that no stream gets through to. `onRefused` is called when the server does not let
 * this tab listen, for want of a session perhaps.
 */
export function createChangeSource(
  browser: Browser,
  send: Send,
  onRefused: () => void,
): ChangeSource {
  const delivery = createChangeDelivery();
  const stream = createEventStream(
    browser,
    () => delivery.position() ?? '',
    (message) => receive(delivery, message, onRefused),
  );
  const polling = createPolling(
    () => (browser.isVisible() ? VISIBLE_POLL_MS : HIDDEN_POLL_MS),
    createCatchUp(delivery, send, onRefused),
  );

  const connect = (): void => {
    if (delivery.position() === null) return;
    if (browser.isVisible() && browser.isOnline()) return stream.connect();
    delivery.setLive(false);
    // A board on this computer is there without a network, too.
    if (browser.isVisible()) stream.reconnect();
    else stream.disconnect();
  };
  const followPresence = (): void => {
    polling.restart();
    connect();
  };
  let lastTryAt = 0;
  const tryAtOnce = (): void => {
    if (delivery.isLive() || Date.now() - lastTryAt < ACTIVITY_INTERVAL_MS) return;
    lastTryAt = Date.now();
    connect();
  };
  let verifiedAt = 0;
  const stops = [browser.onPresenceChange(followPresence), browser.onActivity(tryAtOnce)];

  return {
    subscribe: delivery.subscribe,
    follow: (position) => {
      const isFirst = delivery.position() === null;
      const isCovered = delivery.begin(position);
      if (isFirst) followPresence();
      return isCovered;
    },
    verify: () => {
      if (!delivery.isLive() || Date.now() - verifiedAt < VERIFY_INTERVAL_MS) return;
      verifiedAt = Date.now();
      delivery.setLive(false);
      stream.reconnect();
    },
    close: () => {
      for (const stop of stops) stop();
      polling.stop();
      stream.disconnect();
      delivery.close();
    },
  };
}

function receive(delivery: ChangeDelivery, message: StreamMessage, onRefused: () => void): void {
  switch (message.type) {
    case 'ready':
      if (!message.resumed) delivery.skipTo(message.position);
      return delivery.setLive(true);
    case 'change':
      return delivery.add([message.change], message.position);
    case 'down':
      delivery.setLive(false);
      if (message.refused) onRefused();
      return undefined;
    case 'heartbeat':
      return undefined;
  }
}

/** Makes the task of the polling, which never rejects. */
function createCatchUp(
  delivery: ChangeDelivery,
  send: Send,
  onRefused: () => void,
): () => Promise<void> {
  let hasFailed = false;
  return () =>
    catchUp(delivery, send).catch((error: unknown) => {
      const code = problemCodeOf(error);
      if (code === 'signed-out') onRefused();
      // That the server can't be reached is shown already: the tab is not live.
      if (code !== undefined || hasFailed) return;
      hasFailed = true;
      console.error('The changes could not be read', error);
    });
}

/** Asks for what followed the last change, unless the stream brings it. */
async function catchUp(delivery: ChangeDelivery, send: Send): Promise<void> {
  const after = delivery.position();
  if (after === null || delivery.isLive()) return;
  const { resumed, changes, position } = await askForChanges(send, after);
  // Meanwhile the stream may have come through, and gone further.
  if (delivery.position() !== after) return;
  if (resumed) delivery.add(changes, position);
  else delivery.skipTo(position);
}

async function askForChanges(send: Send, after: string): Promise<Changes> {
  const search = new URLSearchParams({ after });
  return answerOf(Changes, await send(['GET', `${PATHS.changes}?${search}`]));
}
