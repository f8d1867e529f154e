import { onTestFinished, vi } from 'vitest';
import { PATHS } from '#shared/wire.ts';
import type { Visitor } from './sign-in.ts';

/** A live stream, and what it has received so far. */
export interface RecordedStream {
  received: () => string;
  hasEnded: () => boolean;
  close: () => Promise<void>;
}

/** Opens a live stream until the test has finished. */
export async function openRecordedStream(visitor: Visitor, query = ''): Promise<RecordedStream> {
  const { body } = await visitor.send(`${PATHS.live}${query}`);
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error('The stream has no body.');
  let received = '';
  let hasEnded = false;
  const read = async (): Promise<void> => {
    for (;;) {
      const { value = '', done } = await reader.read();
      received += value;
      if (done) break;
    }
    hasEnded = true;
  };
  void read();
  const close = () => reader.cancel();
  onTestFinished(close);
  await vi.waitUntil(() => received.includes('event: ready'));
  return { received: () => received, hasEnded: () => hasEnded, close };
}
