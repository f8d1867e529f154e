/** @typedef {import('./suites.mjs').Count} Count */
/** @typedef {{ name: string, run: () => Promise<Count> }} Step */
/** @typedef {Required<Count> & { name: string, seconds: number }} Result */

/**
 * Runs steps one after the other, whether they fail or not, and prints what came out: what failed by
 * its title, and in the last line `N passed, N failed`. Gives the exit code.
 * @param {readonly Step[]} steps
 */
export async function runSteps(steps) {
  /** @type {Result[]} */
  const results = [];
  for (const step of steps) results.push(await runStep(step));

  console.log('');
  for (const result of results) console.log(lineOf(result));
  for (const title of results.flatMap(({ failures }) => failures)) console.log(`failed: ${title}`);
  for (const title of results.flatMap(({ flaky }) => flaky)) {
    console.log(`flaky, passed on a retry: ${title}`);
  }
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
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
  /** @type {Count} */
  const {
    passed,
    failed,
    failures = [],
    flaky = [],
  } = await run().catch((error) => {
    console.error(error);
    return { passed: 0, failed: 1, failures: [String(error)] };
  });
  return { name, passed, failed, failures, flaky, seconds: (performance.now() - began) / 1000 };
}

/** @param {Result} result */
function lineOf({ name, passed, failed, flaky, seconds }) {
  const retried = flaky.length > 0 ? `, ${flaky.length} flaky` : '';
  const counts = `${name.padEnd(22)}${passed} passed, ${failed} failed${retried}`;
  return `${counts.padEnd(48)}${seconds.toFixed(1)} s`;
}
