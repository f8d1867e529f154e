/**
 * Draws numbers from 0 to 1, the same ones for the same `SEED`. The seed is printed: the moments
 * differ from run to run all the same, but the attempts come at the same times.
 */
export function seededRandom(): () => number {
  let state = Number(process.env['SEED'] ?? Date.now()) >>> 0;
  console.log(`SEED=${state}`);
  // A linear congruential generator, by the constants of Numerical Recipes.
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
