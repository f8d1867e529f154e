import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import manifest from '#package.json' with { type: 'json' };
import { run, withProgress } from '#scripts/run.mjs';
import { quote } from '#scripts/sum.ts';
import { findFreePort } from '#tests/server/local-server.ts';

// `node tests/firebase/with-emulators.ts COMMAND …` runs a command while Google's emulators of Firestore and
// Auth are up, with their addresses in its environment.

/** Firebase's command line: large and rarely needed, so that it is no part of the installation. */
const [FIREBASE_TOOLS = ''] =
  /firebase-tools@[\d.]+/u.exec(manifest.scripts['deploy:firebase']) ?? [];
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/firebase-tools');
const FIREBASE = join(CACHE, 'node_modules/firebase-tools/lib/bin/firebase.js');
const FETCHED = join(homedir(), '.cache/firebase/emulators');
/** The archive names no main class, at least where the Cloud SDK has it from. */
const FIRESTORE = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore';
const PROJECT = 'demo-thought-cloud';
const START_MS = 90_000;

try {
  process.exitCode = await runWithEmulators(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function runWithEmulators(command: readonly string[]): Promise<number> {
  await ensureFirebaseTools();
  const jar = findFirestore();
  const { stdout } = spawnSync('java', ['-cp', jar, FIRESTORE, '--version'], { encoding: 'utf8' });
  if (stdout === null) throw new Error('The Firestore emulator needs Java, which is missing.');
  console.log(`${stdout.trim()}, ${FIREBASE_TOOLS}`);
  const [port = 0, auth, hub, logging] = await Promise.all(
    Array.from({ length: 4 }, () => findFreePort('127.0.0.1')),
  );
  const listening = ['start', '--host=127.0.0.1', `--port=${port}`];
  const firestore = spawn('java', ['-Xmx512m', '-cp', jar, FIRESTORE, ...listening], {
    stdio: 'ignore',
  });
  const ended = once(firestore, 'close');
  try {
    await Promise.race([isUp(port), ended]);
    if (firestore.exitCode !== null) throw new Error('The Firestore emulator ended.');
    process.env['FIRESTORE_EMULATOR_HOST'] = `127.0.0.1:${port}`;
    const settings = join(CACHE, 'firebase.json');
    const ports = { auth: { port: auth }, hub: { port: hub }, logging: { port: logging } };
    const emulators = { ...ports, singleProjectMode: true, ui: { enabled: false } };
    writeFileSync(settings, JSON.stringify({ emulators }));
    const options = ['--only=auth', `--project=${PROJECT}`, '--config', settings];
    const exec = [FIREBASE, 'emulators:exec', ...options, command.map(quote).join(' ')];
    return spawnSync('node', exec, { stdio: 'inherit' }).status ?? 1;
  } finally {
    firestore.kill('SIGINT');
    await ended;
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
  const found = firestoreArchive();
  if (found !== undefined) return found;
  spawnSync('node', [FIREBASE, 'setup:emulators:firestore']);
  const fetched = firestoreArchive();
  if (fetched !== undefined) return fetched;
  throw new Error(
    'The Firestore emulator is missing: set FIRESTORE_EMULATOR_JAR, or install google-cloud-cli-firestore-emulator.',
  );
}

function firestoreArchive(): string | undefined {
  const sdks = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'gcloud'))
    .filter((gcloud) => existsSync(gcloud))
    .map((gcloud) => join(dirname(realpathSync(gcloud)), '..'));
  const inSdk = 'platform/cloud-firestore-emulator/cloud-firestore-emulator.jar';
  const fetched = existsSync(FETCHED) ? readdirSync(FETCHED).toSorted() : [];
  return [
    process.env['FIRESTORE_EMULATOR_JAR'] ?? '',
    ...sdks.map((sdk) => join(sdk, inSdk)),
    ...fetched.filter((file) => /firestore.*\.jar$/u.test(file)).map((file) => join(FETCHED, file)),
  ].find((archive) => existsSync(archive));
}

async function isUp(port: number): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(200);
  }
  throw new Error(`Nothing answers at port ${port} within ${START_MS / 1000} s.`);
}
