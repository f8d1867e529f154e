import { runFirebaseTools } from './firebase-tools.mjs';
import { run } from './run.mjs';

await run('npm', ['run', '--silent', 'build:firebase']);
await runFirebaseTools(['deploy', '--only', 'firestore,hosting', ...process.argv.slice(2)]);
