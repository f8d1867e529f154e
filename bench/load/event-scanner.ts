import { DIGITS, PREFIX } from './text-ids.ts';

const MARK = Buffer.from(`"textID":"${PREFIX}`);
const LINE_FEED = 10;

/** Calls back with the number of each thought in a stream's bytes: cheaper than to parse them. */
export function createEventScanner(onThought: (number: number) => void): (chunk: Buffer) => void {
  let rest: Buffer | null = null;
  return (chunk) => {
    const bytes: Buffer = rest === null ? chunk : Buffer.concat([rest, chunk]);
    rest = null;
    let seen = 0;
    let at = bytes.indexOf(MARK);
    while (at !== -1 && at + MARK.length + DIGITS <= bytes.length) {
      seen = at + MARK.length + DIGITS;
      onThought(Number(bytes.toString('latin1', seen - DIGITS, seen)));
      at = bytes.indexOf(MARK, seen);
    }
    // What was cut off within a line goes before the next chunk, without what is counted already.
    if (bytes.at(-1) !== LINE_FEED) {
      rest = Buffer.from(bytes.subarray(Math.max(seen, bytes.lastIndexOf(LINE_FEED) + 1)));
    }
  };
}
