import type { STREAM_EVENTS } from '#shared/wire.ts';

type EventName = (typeof STREAM_EVENTS)[keyof typeof STREAM_EVENTS];

/** The bytes of one server-sent event. JSON has no raw line breaks, so one data line is enough. */
export function encodeEvent(event: EventName, json: string, position?: string): Buffer {
  const id = position === undefined ? '' : `id: ${position}\n`;
  return Buffer.from(`event: ${event}\n${id}data: ${json}\n\n`);
}
