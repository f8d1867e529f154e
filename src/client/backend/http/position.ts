import { parsePosition } from '#shared/position.ts';

/** Whether two positions can be compared: a restored database begins another epoch. */
export function isSameEpoch(a: string, b: string): boolean {
  return parsePosition(a).epoch === parsePosition(b).epoch;
}

/** Whether a position is the other one or follows it, in the same epoch. */
export function isAtOrAfter(position: string, other: string): boolean {
  return (
    isSameEpoch(position, other) && parsePosition(position).number >= parsePosition(other).number
  );
}
