import type { STREAM_EVENTS } from '#shared/wire.ts';

type EventName = (typeof STREAM_EVENTS)[keyof typeof STREAM_EVENTS];

/** One server-sent event as it travels. JSON has no raw line breaks, so one data line is enough. */
export function encodeEvent(event: EventName, data: object, position?: string): string {
  const id = position === undefined ? '' : `id: ${position}\n`;
  return `event: ${event}\n${id}data: ${JSON.stringify(data)}\n\n`;
}
