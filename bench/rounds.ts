/** Rounds of each measurement: floor and product in turn, this many times. */
export const ROUNDS = readNumber('BENCH_ROUNDS', 5);

/** Seconds of each measurement in a round, beside its warm-up. */
export const SECONDS = readNumber('BENCH_SECONDS', 3);
export const MILLIS = SECONDS * 1_000;

function readNumber(name: string, usual: number): number {
  const value = Number(process.env[name] ?? usual);
  if (!(value > 0)) throw new Error(`${name} must be a number above 0.`);
  return value;
}

/** Measures things in turn, in rounds (A B A B), so that a slow minute of the machine affects all. */
export async function measureInTurn<Thing, Value>(
  things: readonly Thing[],
  measure: (thing: Thing) => Promise<Value>,
): Promise<Value[][]> {
  const values: Value[][] = things.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, thing] of things.entries()) values[index]?.push(await measure(thing));
  }
  return values;
}
