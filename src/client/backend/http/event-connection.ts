import * as v from 'valibot';
import { Change, PATHS, ReadyBody, STREAM_EVENTS } from '#shared/wire.ts';
import type { Browser, LiveSource } from './browser.ts';

export type StreamMessage =
  /** Changes flow from here; when not `resumed`, some before may have been missed. */
  | { type: 'ready'; resumed: boolean; position: string }
  | { type: 'change'; change: Change; position: string }
  | { type: 'heartbeat' }
  /** The connection failed; when `refused`, because the server would not open or go on with it. */
  | { type: 'down'; refused: boolean };

const parseReady = v.parser(v.pipe(v.string(), v.parseJson(), ReadyBody));
const parseChange = v.parser(v.pipe(v.string(), v.parseJson(), Change));

/** Connects once to a tab's live stream after a position; `down` is a failure. The caller closes it. */
export function connectToStream(
  browser: Browser,
  query: { after: string; tab: string },
  onMessage: (message: StreamMessage) => void,
): LiveSource {
  const source = browser.openEventSource(`${PATHS.live}?${new URLSearchParams(query)}`);
  const listen = (name: string, read: (event: MessageEvent<string>) => StreamMessage): void => {
    source.addEventListener(name, (event: MessageEvent<string>) => onMessage(read(event)));
  };
  listen(STREAM_EVENTS.ready, ({ data, lastEventId }) => ({
    type: 'ready',
    position: lastEventId,
    ...parseReady(data),
  }));
  listen(STREAM_EVENTS.change, ({ data, lastEventId }) => ({
    type: 'change',
    position: lastEventId,
    change: parseChange(data),
  }));
  listen(STREAM_EVENTS.heartbeat, () => ({ type: 'heartbeat' }));
  listen(STREAM_EVENTS.signedOut, () => ({ type: 'down', refused: true }));
  // After a failure of the network an event source would try again; after a refusal it is closed.
  source.addEventListener('error', () => {
    onMessage({ type: 'down', refused: source.readyState === source.CLOSED });
  });
  return source;
}
