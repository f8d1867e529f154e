/**
 * Runs a step of the set-up, and prints a line when it begins, and its duration when it ends.
 * @param {string} title
 * @param {() => Promise<void>} work
 */
export async function withProgress(title, work) {
  const began = performance.now();
  console.log(`${title} …`);
  await work();
  console.log(`${title}: done in ${Math.round((performance.now() - began) / 1000)} s`);
}
