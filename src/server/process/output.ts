import type { Writable } from 'node:stream';
import * as v from 'valibot';

/** How much may wait for a reader that has stalled; with a pipe's own 64 KiB, hundreds of lines. */
const WAITING_LIMIT = 65_536;

const Handle = v.object({ setBlocking: v.function() });

export interface Output {
  write: (text: string) => void;
}

/**
 * Creates what writes to standard output or standard error and never holds up the process or ends it:
 * what a full disk, a terminal that has gone or a reader that has stalled does not take is lost.
 * What it takes is written at once, so the process may end right after.
 */
export function createOutput(stream: Writable & { isTTY?: boolean }): Output {
  let lost = 0;
  // Each write hears of its own; without a listener the process would end.
  stream.on('error', () => {});
  if (stream.isTTY === true) neverWaitFor(stream);
  return {
    write: (text) => {
      if (stream.writableLength >= WAITING_LIMIT) {
        lost += 1;
        return;
      }
      const missing = lost;
      lost = 0;
      stream.write(missing === 0 ? text : describeLost(missing) + text, (error) => {
        if (error) lost += missing + 1;
      });
    },
  };
}

/** By itself Node has a terminal that is held (Ctrl+S) hold the process, and no public way out of that. */
function neverWaitFor(terminal: Writable): void {
  const handle: unknown = Reflect.get(terminal, '_handle');
  if (v.is(Handle, handle)) handle.setBlocking(false);
}

/** A line of the log. It begins with the end of one that may have been written in part. */
function describeLost(count: number): string {
  const msg = 'lines of the log were lost';
  return `\n${JSON.stringify({ level: 40, time: Date.now(), count, msg })}\n`;
}
