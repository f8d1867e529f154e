import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { run } from './run.mjs';

// Large and rarely needed: fetched on demand, and not part of the installation.
const FIREBASE_TOOLS = 'firebase-tools@15.34.2';
// One worker: all tests share the emulators, and each begins with an empty board.
const TESTS =
  'vitest run tests/firebase --no-file-parallelism && playwright test --project=firebase --workers=1';

const [task, ...chosen] = process.argv.slice(2);

await ensureInstalled();
// In a separate process: this one may run an older Node, which does not run TypeScript.
await run('node', ['scripts/build-firebase-site.ts']);
if (task === 'deploy') await runFirebase(['deploy', '--only', 'firestore,hosting', ...chosen]);
if (task === 'test') {
  await ensureChromium();
  const isChosen = chosen.some((argument) => /^--only(=|$)/u.test(argument));
  const emulators = isChosen ? chosen : ['--only', 'auth,firestore', ...chosen];
  await runFirebase(['emulators:exec', '--project', 'demo-thought-cloud', ...emulators, TESTS]);
}

/**
 * Runs Firebase's own command line.
 * @param {readonly string[]} args
 */
async function runFirebase(args) {
  await run('npm', ['exec', '--yes', '--package', FIREBASE_TOOLS, '--', 'firebase', ...args]);
}
