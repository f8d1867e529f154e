import * as v from 'valibot';
import { backoffDelay } from '#shared/backoff.ts';
import { newId } from '#shared/id.ts';
import {
  Change,
  ClosingBody,
  HEARTBEAT_INTERVAL_MS,
  HeartbeatBody,
  PATHS,
  ReadyBody,
  STREAM_EVENTS,
} from '#shared/wire.ts';
import type { Browser, LiveSource } from './browser.ts';

/** A stream that is silent for this long (ms) is dead. */
export const STREAM_TIMEOUT_MS = HEARTBEAT_INTERVAL_MS * 2.5;
/** A stream that is silent for this long (ms) may be dead. */
const LATE_AFTER_MS = HEARTBEAT_INTERVAL_MS + 1_500;
/** Longest wait (ms) while the page is visible. */
const MAX_RECONNECT_MS = 5_000;

/** How long (ms) a stream may take to open: soon another connection is tried, but on a slow network later. */
const patienceAfter = (failures: number): number =>
  Math.max(MAX_RECONNECT_MS, 1_000 * 2 ** Math.min(failures, 4));

const urlAfter = (after: string, tab: string): string =>
  `${PATHS.live}?${new URLSearchParams({ after, tab })}`;

const parseReady = v.parser(v.pipe(v.string(), v.parseJson(), ReadyBody));
const parseHeartbeat = v.parser(v.pipe(v.string(), v.parseJson(), HeartbeatBody));
const parseClosing = v.parser(v.pipe(v.string(), v.parseJson(), ClosingBody));
const parseChange = v.parser(v.pipe(v.string(), v.parseJson(), Change));

interface StreamListener {
  /** After which position to connect; '' for none. */
  position: () => string;
  /** Changes follow this position; unless `resumed`, earlier ones may be missing. */
  onReady: (position: string, ready: v.InferOutput<typeof ReadyBody>) => void;
  onChange: (change: Change, position: string) => void;
  /** The stream was closed, be it to open another one. */
  onDown: () => void;
  onHeartbeat: () => void;
  /** A sign of life is late. */
  onLate: () => void;
  /** No sign of life came for so long that the stream, which was open, is given up. */
  onSilence: () => void;
  onSignedOut: () => void;
}

export type EventStream = ReturnType<typeof createEventStream>;

/** Creates this tab's live stream, disconnected; once connected it reconnects by itself. */
export function createEventStream(browser: Browser, listener: StreamListener) {
  // By this id the server drops the tab's previous connection.
  const tab = newId();
  let source: LiveSource | null = null;
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const disconnect = (): void => {
    clearTimeout(timer);
    watch.stop();
    source?.close();
    source = null;
    listener.onDown();
  };
  const fail = (retryAfter?: number): void => {
    disconnect();
    attempt += 1;
    timer = setTimeout(open, retryAfter ?? backoffDelay(attempt, MAX_RECONNECT_MS));
  };
  const watch = createWatch(listener.onLate, () => {
    fail();
    listener.onSilence();
  });
  const open = (): void => {
    disconnect();
    const opened = browser.openEventSource(urlAfter(listener.position(), tab));
    source = opened;
    const on: LiveSource['addEventListener'] = (...event) => opened.addEventListener(...event);
    on(STREAM_EVENTS.ready, ({ data, lastEventId }) => {
      attempt = 0;
      clearTimeout(timer);
      const ready = parseReady(data);
      watch.start(ready.sentAt);
      listener.onReady(lastEventId, ready);
    });
    on(STREAM_EVENTS.change, ({ data, lastEventId }) => {
      listener.onChange(parseChange(data), lastEventId);
    });
    on(STREAM_EVENTS.heartbeat, ({ data }) => {
      watch.beat(parseHeartbeat(data).sentAt);
      listener.onHeartbeat();
    });
    on(STREAM_EVENTS.signedOut, () => {
      fail();
      listener.onSignedOut();
    });
    on(STREAM_EVENTS.closing, ({ data }) => fail(parseClosing(data).retryAfter));
    on('error', () => fail());
    watch.begin();
    timer = setTimeout(fail, patienceAfter(attempt), 0);
  };

  return {
    disconnect,
    connect: (): void => {
      if (source === null || watch.isLate()) open();
    },
    reconnect: open,
  };
}

/**
 * Watches for signs of life of a connection, which can die silently: the first event and the heartbeats. A sign that
 * was long on its way says nothing of the time since it was sent, so signs count from when they were sent, by the
 * server's clock; one from a server that has only stalled is new.
 */
function createWatch(onLate: () => void, onSilence: () => void) {
  /** When (ms) the last sign came, and when it was sent at the earliest. */
  let [receivedAt, signAt] = [0, 0];
  /** What to add to the server's clock, so that nothing seems to be sent later than it was. */
  let offset = 0;
  let timers: ReturnType<typeof setTimeout>[] = [];
  const stop = (): void => timers.forEach((timer) => clearTimeout(timer));
  const beat = (sentAt: number): void => {
    stop();
    receivedAt = Date.now();
    signAt = Math.min(receivedAt, sentAt + offset);
    timers = [
      setTimeout(onLate, LATE_AFTER_MS),
      setTimeout(onSilence, signAt + STREAM_TIMEOUT_MS - receivedAt),
    ];
  };
  return {
    stop,
    beat,
    begin: (): void => {
      receivedAt = signAt = Date.now();
    },
    /** Takes the first sign, sent since the stream was opened; no older than an interval, or slow networks never had time. */
    start: (sentAt: number): void => {
      offset = Math.max(signAt, Date.now() - HEARTBEAT_INTERVAL_MS) - sentAt;
      beat(sentAt);
    },
    /** By the wall clock, because timers stop while a computer sleeps. */
    isLate: (): boolean => Date.now() - receivedAt > LATE_AFTER_MS,
  };
}
