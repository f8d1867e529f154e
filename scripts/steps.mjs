/** @typedef {import('./suites.mjs').Count} Count */
/** @typedef {{ name: string, run: () => Promise<Count> }} Step */
/** @typedef {Required<Count> & { name: string, seconds: number }} Result */

/**
 * A step that counts only when it fails.
 * @param {string} name
 * @param {() => Promise<void>} prepare
 * @returns {Step}
 */
export function preparation(name, prepare) {
  return { name, run: () => prepare().then(() => ({ passed: 0, failed: 0 })) };
}

/**
 * Runs steps one after the other, whether they fail or not.
 * @param {readonly Step[]} steps
 */
export async function inTurn(steps) {
  /** @type {Result[]} */
  const results = [];
  for (const step of steps) results.push(await runStep(step));
  return results;
}

/**
 * Runs lanes of steps at the same time, and the steps of each in turn.
 * @param {readonly (readonly Step[])[]} lanes
 */
export async function sideBySide(lanes) {
  return (await Promise.all(lanes.map(inTurn))).flat();
}

/**
 * Prints what came out: each step with its time, what failed by its title and first line, and in the
 * last line `N passed, N failed`. Gives the exit code.
 * @param {readonly Result[]} results
 */
export function summarize(results) {
  console.log('');
  for (const { name, passed, failed, seconds, notes } of results) {
    const counts = `${name.padEnd(22)}${passed} passed, ${failed} failed`;
    console.log(`${counts.padEnd(48)}${seconds.toFixed(1).padStart(7)} s`);
    for (const note of notes) console.log(`    ${note}`);
  }
  for (const { name, failures } of results)
    for (const failure of failures) console.log(`failed: ${name}, ${failure}`);
  const sum = (/** @type {(result: Result) => number} */ read) =>
    results.reduce((total, result) => total + read(result), 0);
  const failed = sum((result) => result.failed);
  console.log(`\n${sum((result) => result.passed)} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

/**
 * Runs a step. One that can't even run counts as failed.
 * @param {Step} step
 * @returns {Promise<Result>}
 */
async function runStep({ name, run }) {
  console.log(`\n== ${name}`);
  const began = performance.now();
  const count = await run().catch((error) => {
    console.error(error);
    return { passed: 0, failed: 1, failures: [String(error).split('\n', 1)[0] ?? ''] };
  });
  return { name, failures: [], notes: [], ...count, seconds: (performance.now() - began) / 1000 };
}
