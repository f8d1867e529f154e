interface Parts {
  epoch: string;
  number: number;
}

function partsOf(position: string): Parts {
  const [epoch = '', number = ''] = position.split('.');
  return { epoch, number: Number(number) };
}

/** Whether two positions can be compared: a restored database begins another epoch. */
export function isSameEpoch(a: string, b: string): boolean {
  return partsOf(a).epoch === partsOf(b).epoch;
}

/** Whether a position is the other one or follows it, in the same epoch. */
export function isAtOrAfter(position: string, other: string): boolean {
  return isSameEpoch(position, other) && partsOf(position).number >= partsOf(other).number;
}
