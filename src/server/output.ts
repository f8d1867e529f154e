import type { Writable } from 'node:stream';
import * as v from 'valibot';

/** Bytes that may wait for a stalled reader: hundreds of lines. */
const WAITING_LIMIT = 65_536;

const INFO = 30;

const Handle = v.object({ setBlocking: v.function() });

/** Creates an output that never blocks the process: what is not read is lost. */
export function createOutput(stream: Writable & { isTTY?: boolean }) {
  stream.on('error', () => {});
  if (stream.isTTY === true) makeNonBlocking(stream);
  const write = (text: string): void => {
    if (stream.writableLength < WAITING_LIMIT) stream.write(text);
  };
  return {
    write,
    /** Writes plain text to a terminal, and a line of the JSON log elsewhere. */
    say: (msg: string, level = INFO): void => {
      const line = stream.isTTY === true ? msg : JSON.stringify({ level, time: Date.now(), msg });
      write(`${line}\n`);
    },
  };
}

/** A paused terminal (Ctrl+S) would block the process, which Node has no public way to avoid. */
function makeNonBlocking(terminal: Writable): void {
  const handle: unknown = Reflect.get(terminal, '_handle');
  if (v.is(Handle, handle)) handle.setBlocking(false);
}
