/** Milliseconds between two lines about a step that is under way. */
const INTERVAL = 5000;

/**
 * Does a step of the set-up, and prints a line when it begins and when it ends, with the time it
 * took; in a terminal also one every few seconds, with how far it is.
 * @param {string} title
 * @param {() => Promise<void>} work
 * @param {() => string} [howFar] such as "12 of 90 files"
 */
export async function withProgress(title, work, howFar) {
  const began = performance.now();
  const seconds = () => `${Math.round((performance.now() - began) / 1000)} s`;
  console.log(`${title} …`);
  const report = () =>
    console.log(`${title} … ${[seconds(), howFar?.()].filter(Boolean).join(', ')}`);
  const timer = process.stdout.isTTY ? setInterval(report, INTERVAL) : undefined;
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  console.log(`${title}: done in ${seconds()}`);
}
