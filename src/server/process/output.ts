import type { Writable } from 'node:stream';
import * as v from 'valibot';

/** Bytes that may wait for a reader that has stalled: hundreds of lines. */
const WAITING_LIMIT = 65_536;

const INFO = 30;

const Handle = v.object({ setBlocking: v.function() });

export interface Output {
  write: (text: string) => void;
  /** Writes what a person reads in a terminal, and a program elsewhere, at a level of the log. */
  say: (message: string, level?: number) => void;
}

/** Creates what writes to standard output and never holds the process up: what is not taken is lost. */
export function createOutput(stream: Writable & { isTTY?: boolean }): Output {
  stream.on('error', () => {});
  if (stream.isTTY === true) neverWaitFor(stream);
  const write = (text: string): void => {
    if (stream.writableLength < WAITING_LIMIT) stream.write(text);
  };
  return {
    write,
    say: (msg, level = INFO) => {
      const line = stream.isTTY === true ? msg : JSON.stringify({ level, time: Date.now(), msg });
      write(`${line}\n`);
    },
  };
}

/** By itself Node has a terminal that is held (Ctrl+S) hold the process, and no public way out of that. */
function neverWaitFor(terminal: Writable): void {
  const handle: unknown = Reflect.get(terminal, '_handle');
  if (v.is(Handle, handle)) handle.setBlocking(false);
}
