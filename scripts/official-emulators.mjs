import { existsSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { withProgress } from './progress.mjs';
import { outputOf, root, run, start, waitForExit } from './run.mjs';

/** Firebase's command line: large and rarely needed, so that it is no part of the installation. */
export const FIREBASE_TOOLS = 'firebase-tools@15.34.2';
const CACHE = join(root, 'node_modules', '.cache', 'firebase-tools');
const FIREBASE = join(CACHE, 'node_modules', 'firebase-tools', 'lib', 'bin', 'firebase.js');
const FETCHED = join(homedir(), '.cache', 'firebase', 'emulators');

/** The archive names no main class, at least where the Cloud SDK has it from. */
const FIRESTORE = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore';
const PROJECT = 'demo-thought-cloud';
const START_MS = 90_000;

/**
 * Runs tests while Google's emulators of Firestore and Auth are up, whose addresses are in the environment
 * by then. Gives what the tests give, and the versions.
 * @template Outcome
 * @param {() => Promise<Outcome>} test
 */
export async function withOfficialEmulators(test) {
  await ensureFirebaseTools();
  const jar = await findFirestore();
  const version = await outputOf('java', ['-cp', jar, FIRESTORE, '--version']).catch(() => {
    throw new Error('The Firestore emulator needs Java, which is missing.');
  });
  const [auth, firestore, hub, logging] = await Promise.all([0, 0, 0, 0].map(freePort));
  const settings = join(CACHE, 'firebase.json');
  const ports = { auth: { port: auth }, hub: { port: hub }, logging: { port: logging } };
  const emulators = { ...ports, singleProjectMode: true, ui: { enabled: false } };
  writeFileSync(settings, JSON.stringify({ emulators }));
  const authArgs = ['--config', settings, '--only', 'auth', '--project', PROJECT];
  const listening = ['start', '--host=127.0.0.1', `--port=${firestore}`];
  const children = [
    start('java', ['-Xmx512m', '-cp', jar, FIRESTORE, ...listening], { stdio: 'ignore' }),
    start('node', [FIREBASE, 'emulators:start', ...authArgs], { stdio: 'ignore' }),
  ];
  const ended = children.map(waitForExit);
  try {
    await Promise.race([Promise.all([isUp(auth), isUp(firestore)]), failAtEnd(ended)]);
    process.env['FIREBASE_AUTH_EMULATOR_HOST'] = `127.0.0.1:${auth}`;
    process.env['FIRESTORE_EMULATOR_HOST'] = `127.0.0.1:${firestore}`;
    return { outcome: await test(), versions: `${version.output.trim()}, ${FIREBASE_TOOLS}` };
  } finally {
    delete process.env['FIREBASE_AUTH_EMULATOR_HOST'];
    delete process.env['FIRESTORE_EMULATOR_HOST'];
    for (const child of children) child.kill('SIGINT');
    await Promise.allSettled(ended);
  }
}

/** Installs Firebase's command line: without its scripts, which compile for minutes what no test needs. */
async function ensureFirebaseTools() {
  if (existsSync(FIREBASE)) return;
  mkdirSync(CACHE, { recursive: true });
  const options = ['--ignore-scripts', '--no-save', '--no-package-lock', '--no-audit', '--no-fund'];
  await withProgress("Getting Firebase's command line", () =>
    run('npm', ['install', '--silent', '--prefix', CACHE, ...options, FIREBASE_TOOLS]),
  );
}

/** The archive of the Firestore emulator; fetched if it is nowhere. */
async function findFirestore() {
  const found = firestoreArchive();
  if (found !== undefined) return found;
  await outputOf('node', [FIREBASE, 'setup:emulators:firestore']);
  const fetched = firestoreArchive();
  if (fetched !== undefined) return fetched;
  throw new Error(
    'The Firestore emulator is missing: set FIRESTORE_EMULATOR_JAR, or install google-cloud-cli-firestore-emulator.',
  );
}

function firestoreArchive() {
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

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        resolve(address !== null && typeof address === 'object' ? address.port : 0),
      );
    });
  });
}

/** @param {readonly Promise<number>[]} ended */
async function failAtEnd(ended) {
  const code = await Promise.race(ended);
  throw new Error(`An emulator ended with code ${code}.`);
}

/** @param {number | undefined} port */
async function isUp(port) {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
  }
  throw new Error(`Nothing answers at port ${port} within ${START_MS / 1000} s.`);
}
