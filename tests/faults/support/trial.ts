export type Random = ReturnType<typeof createRandom>;

export type Trial = ReturnType<typeof startTrial>;

/** Starts a trial, under the seed in the variable SEED when there is one, so that it can be run again as it was. */
export function startTrial(name: string) {
  const seed = Number(process.env['SEED'] ?? crypto.getRandomValues(new Uint32Array(1))[0]);
  const began = performance.now();
  /** Prints a figure worth publishing. */
  const report = (text: string): void => {
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    process.stdout.write(`${name}, seed ${seed}, ${seconds} s: ${text}\n`);
  };
  report('begins');
  return { seed, random: createRandom(seed), report };
}

/** The amount in an environment variable, or the usual one. */
export function amountOf(variable: string, usual: number): number {
  return Number(process.env[variable] ?? usual);
}

/** Draws evenly, the same for the same seed: the generator is mulberry32. */
function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /** A whole number from 0 up to, and without, the bound. */
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    below,
    /** True with the given probability. */
    chance: (probability: number) => next() < probability,
    pick: <Item>(items: readonly [Item, ...Item[]]): Item => items[below(items.length)] ?? items[0],
  };
}
