import * as v from 'valibot';
import { backoffDelay } from '#shared/backoff.ts';
import { newId } from '#shared/id.ts';
import {
  Change,
  ClosingBody,
  HEARTBEAT_INTERVAL_MS,
  PATHS,
  ReadyBody,
  STREAM_EVENTS,
} from '#shared/wire.ts';
import type { Browser, LiveSource } from './browser.ts';

/** A stream that is silent for this long (ms) is dead. */
const STREAM_TIMEOUT_MS = HEARTBEAT_INTERVAL_MS * 2.5;
/** A stream that is silent for this long (ms) may be dead. */
const STALE_AFTER_MS = HEARTBEAT_INTERVAL_MS * 1.2;
/** Longest wait (ms) while the page is visible. */
const MAX_RECONNECT_MS = 5_000;

/** How long (ms) a stream may take to open: soon another connection is tried, but on a slow network later. */
const patienceAfter = (failures: number): number =>
  Math.max(MAX_RECONNECT_MS, 1_000 * 2 ** Math.min(failures, 4));

const parseReady = v.parser(v.pipe(v.string(), v.parseJson(), ReadyBody));
const parseClosing = v.parser(v.pipe(v.string(), v.parseJson(), ClosingBody));
const parseChange = v.parser(v.pipe(v.string(), v.parseJson(), Change));

interface StreamListener {
  position: () => string;
  /** Changes follow this position; unless `resumed`, earlier ones may be missing. */
  onReady: (position: string, ready: v.InferOutput<typeof ReadyBody>) => void;
  onChange: (change: Change, position: string) => void;
  onDown: () => void;
  onSignedOut: () => void;
}

export type EventStream = ReturnType<typeof createEventStream>;

/** Creates this tab's live stream, disconnected; once connected it reconnects by itself. */
export function createEventStream(browser: Browser, listener: StreamListener) {
  // By this id the server drops the tab's previous connection.
  const tab = newId();
  let source: LiveSource | null = null;
  let lastSignAt = 0;
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const disconnect = (): void => {
    clearTimeout(timer);
    source?.close();
    source = null;
    listener.onDown();
  };
  const fail = (retryAfter?: number): void => {
    disconnect();
    attempt += 1;
    timer = setTimeout(open, retryAfter ?? backoffDelay(attempt, MAX_RECONNECT_MS));
  };
  // A connection can die silently; the heartbeat is the sign of life.
  const expectSign = (within = STREAM_TIMEOUT_MS, retryAfter?: number): void => {
    lastSignAt = Date.now();
    clearTimeout(timer);
    timer = setTimeout(fail, within, retryAfter);
  };
  const open = (): void => {
    disconnect();
    const query = new URLSearchParams({ after: listener.position(), tab });
    const opened = browser.openEventSource(`${PATHS.live}?${query}`);
    source = opened;
    opened.addEventListener(STREAM_EVENTS.ready, ({ data, lastEventId }) => {
      attempt = 0;
      expectSign();
      listener.onReady(lastEventId, parseReady(data));
    });
    opened.addEventListener(STREAM_EVENTS.change, ({ data, lastEventId }) => {
      listener.onChange(parseChange(data), lastEventId);
    });
    opened.addEventListener(STREAM_EVENTS.heartbeat, () => expectSign());
    opened.addEventListener(STREAM_EVENTS.signedOut, () => {
      fail();
      listener.onSignedOut();
    });
    opened.addEventListener(STREAM_EVENTS.closing, ({ data }) =>
      fail(parseClosing(data).retryAfter),
    );
    opened.addEventListener('error', () => fail());
    expectSign(patienceAfter(attempt), 0);
  };

  return {
    disconnect,
    connect: (): void => {
      // The wall clock counts, because timers stop while a computer sleeps.
      if (source === null || Date.now() - lastSignAt > STALE_AFTER_MS) open();
    },
    reconnect: open,
  };
}
