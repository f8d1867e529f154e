import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '#package.json' with { type: 'json' };
import { run, withProgress } from '#scripts/run.mjs';
import { quote } from '#scripts/sum.ts';
import { findFreePort } from '#tests/server/local-server.ts';
import {
  findFirestoreArchive,
  readFirestoreVersion,
  startGoogleFirestore,
} from '#tools/hosted/google-firestore.ts';

// `node tests/firebase/with-emulators.ts COMMAND …` runs a command while Google's emulators of Firestore and
// Auth are up, with their addresses in its environment.

/** Firebase's command line: large and rarely needed, so that it is no part of the installation. */
const [FIREBASE_TOOLS = ''] =
  /firebase-tools@[\d.]+/u.exec(manifest.scripts['deploy:firebase']) ?? [];
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/firebase-tools');
const FIREBASE = join(CACHE, 'node_modules/firebase-tools/lib/bin/firebase.js');
const PROJECT = 'demo-thought-cloud';

try {
  process.exitCode = await runWithEmulators(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function runWithEmulators(command: readonly string[]): Promise<number> {
  await ensureFirebaseTools();
  const jar = findFirestore();
  const version = readFirestoreVersion(jar);
  if (version === null) throw new Error('The Firestore emulator needs Java, which is missing.');
  console.log(`${version}, ${FIREBASE_TOOLS}`);
  const [auth, hub, logging] = await Promise.all(
    Array.from({ length: 3 }, () => findFreePort('127.0.0.1')),
  );
  const firestore = await startGoogleFirestore(jar, await findFreePort('127.0.0.1'));
  try {
    process.env['FIRESTORE_EMULATOR_HOST'] = firestore.address;
    const settings = join(CACHE, 'firebase.json');
    const ports = { auth: { port: auth }, hub: { port: hub }, logging: { port: logging } };
    const emulators = { ...ports, singleProjectMode: true, ui: { enabled: false } };
    writeFileSync(settings, JSON.stringify({ emulators }));
    const options = ['--only=auth', `--project=${PROJECT}`, '--config', settings];
    const exec = [FIREBASE, 'emulators:exec', ...options, command.map(quote).join(' ')];
    return spawnSync('node', exec, { stdio: 'inherit' }).status ?? 1;
  } finally {
    await firestore.stop();
  }
}

/** Installs Firebase's command line: without its scripts, which compile for minutes what no test needs. */
async function ensureFirebaseTools(): Promise<void> {
  if (existsSync(FIREBASE)) return;
  mkdirSync(CACHE, { recursive: true });
  const options = ['--ignore-scripts', '--no-save', '--no-package-lock', '--no-audit', '--no-fund'];
  await withProgress("Getting Firebase's command line", () =>
    run('npm', ['install', '--silent', '--prefix', CACHE, ...options, FIREBASE_TOOLS]),
  );
}

/** The archive of the Firestore emulator; fetched if it is nowhere. */
function findFirestore(): string {
  const found = findFirestoreArchive();
  if (found !== undefined) return found;
  spawnSync('node', [FIREBASE, 'setup:emulators:firestore']);
  const fetched = findFirestoreArchive();
  if (fetched !== undefined) return fetched;
  throw new Error(
    'The Firestore emulator is missing: set FIRESTORE_EMULATOR_JAR, or install google-cloud-cli-firestore-emulator.',
  );
}
