import { spawnSync } from 'node:child_process';
import { findFirestoreArchive, startGoogleFirestore } from '#tools/hosted/google-firestore.ts';
import { findFreePort } from '#tests/server/local-server.ts';

// `node tests/firebase/with-firestore.ts COMMAND …` runs a command while Google's Firestore emulator is up,
// with its address in the environment.

const archive = findFirestoreArchive();
if (archive === undefined) throw new Error('The Firestore emulator is missing.');
const firestore = await startGoogleFirestore(archive, await findFreePort('127.0.0.1'));
try {
  const env = { ...process.env, FIRESTORE_EMULATOR_HOST: firestore.address };
  const [program = '', ...args] = process.argv.slice(2);
  process.exitCode = spawnSync(program, args, { stdio: 'inherit', env }).status ?? 1;
} finally {
  await firestore.stop();
}
