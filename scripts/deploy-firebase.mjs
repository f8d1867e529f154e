import { run } from './run.mjs';

// Large, and wanted by few: it is fetched when somebody deploys, and is no part of the install.
const FIREBASE_TOOLS = 'firebase-tools@15.34.2';

await run('npm', ['run', '--silent', 'build:firebase']);
const deploy = ['firebase', 'deploy', '--only', 'firestore,hosting', ...process.argv.slice(2)];
await run('npm', ['exec', '--yes', '--package', FIREBASE_TOOLS, '--', ...deploy]);
