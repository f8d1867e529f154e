import { ensureChromium } from './chromium.mjs';
import { runFirebaseTools } from './firebase-tools.mjs';
import { ensureInstalled } from './install.mjs';
import { run } from './run.mjs';

// One worker: all tests share the emulators, and each begins with an empty board.
const TESTS =
  'vitest run tests/firebase --no-file-parallelism && playwright test --project=firebase --workers=1';

await ensureInstalled();
await ensureChromium();
await run('npm', ['run', '--silent', 'build:firebase']);
const chosen = process.argv.slice(2);
const isChosen = chosen.some((argument) => /^--only(=|$)/u.test(argument));
const emulators = isChosen ? chosen : ['--only', 'auth,firestore', ...chosen];
await runFirebaseTools(['emulators:exec', '--project', 'demo-thought-cloud', ...emulators, TESTS]);
