import { ROUNDS } from './settings.ts';

/** Measures things in turn, in rounds (A B A B), so that a slow minute of the machine falls on all. */
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

export function repeat<Value>(measure: () => Promise<Value>): Promise<Value[]> {
  return measureInTurn([null], measure).then(([values = []]) => values);
}
