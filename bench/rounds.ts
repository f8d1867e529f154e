import { ROUNDS } from './settings.ts';

/**
 * Measures several things in turn, one after the other, in several rounds (A B A B), so that a slow
 * minute of the machine falls on all of them. Returns the values of each, in the order given.
 */
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

/** Does something in as many rounds, one after the other. */
export function repeat<Value>(measure: () => Promise<Value>): Promise<Value[]> {
  return measureInTurn([null], measure).then(([values = []]) => values);
}
