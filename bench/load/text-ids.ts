import { ID_LENGTH } from '#shared/limits.ts';

/** The prefix of the load generator's ids; the rest is a number. */
const PREFIX = 'bench';
const DIGITS = ID_LENGTH - PREFIX.length;

/** The last number, far from those of other processes, which may post to the same board. */
let last = process.pid * 1e8;

export function nextNumber(): number {
  last += 1;
  return last;
}

export function numberedTextID(number: number): string {
  return PREFIX + String(number).padStart(DIGITS, '0');
}

const MARK = Buffer.from(`"textID":"${PREFIX}`);
const LINE_FEED = 10;

/** Calls back with the number of each thought in a stream's bytes, without parsing them. */
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
    // An incomplete line is kept for the next chunk, without the part that is counted already.
    if (bytes.at(-1) !== LINE_FEED) {
      rest = Buffer.from(bytes.subarray(Math.max(seen, bytes.lastIndexOf(LINE_FEED) + 1)));
    }
  };
}
