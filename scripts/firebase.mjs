import { ensureInstalled } from './install.mjs';
import { FIREBASE_TOOLS } from './official-emulators.mjs';
import { run } from './run.mjs';

const [task, ...chosen] = process.argv.slice(2);

await ensureInstalled();
// In a separate process: this one may run an older Node, which does not run TypeScript.
await run('node', ['scripts/build-firebase-site.ts']);
if (task === 'deploy') {
  const deploy = ['deploy', '--only', 'firestore,hosting', ...chosen];
  await run('npm', ['exec', '--yes', '--package', FIREBASE_TOOLS, '--', 'firebase', ...deploy]);
}
