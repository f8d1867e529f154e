/** Rounds of each measurement: floor and product in turn, this many times. */
export const ROUNDS = readNumber('BENCH_ROUNDS', 5);

/** Seconds of each measurement in a round, beside its warm-up. */
export const SECONDS = readNumber('BENCH_SECONDS', 3);

function readNumber(name: string, usual: number): number {
  const value = Number(process.env[name] ?? usual);
  if (!(value > 0)) throw new Error(`${name} must be a number above 0.`);
  return value;
}
