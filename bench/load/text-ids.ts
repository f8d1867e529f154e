import { ID_LENGTH } from '#shared/limits.ts';

/** The prefix of the load generator's ids; the rest is a number. */
const PREFIX = 'bench';
const MARK = Buffer.from(`"textID":"${PREFIX}`);
const LINE_FEED = 10;

/** Far from the numbers of other processes, which may post to the same board. */
let last = process.pid * 1e8;

export function nextTextID(): string {
  last += 1;
  return PREFIX + String(last).padStart(ID_LENGTH - PREFIX.length, '0');
}

/** Calls back for each thought in a stream's bytes, without parsing them. */
export function createEventScanner(onThought: () => void): (chunk: Buffer) => void {
  let rest: Buffer | null = null;
  return (chunk) => {
    const bytes: Buffer = rest === null ? chunk : Buffer.concat([rest, chunk]);
    let end = 0;
    for (let at = bytes.indexOf(MARK); at !== -1; at = bytes.indexOf(MARK, end)) {
      end = at + MARK.length;
      onThought();
    }
    // Of an incomplete line what may be the beginning of a mark is kept, in memory of its own.
    const kept = bytes.subarray(Math.max(end, bytes.length - MARK.length));
    rest = bytes.at(-1) === LINE_FEED ? null : Buffer.from(kept);
  };
}
