import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const FETCHED = join(homedir(), '.cache/firebase/emulators');
/** The archive names no main class, at least where the Cloud SDK has it from. */
const MAIN = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore';
/** In Turkish it answers a condition that ends in an error with UNKNOWN. */
const OPTIONS = ['-Xmx512m', '-Duser.language=en'];
const START_MS = 90_000;

/** The path of the archive of Google's Firestore emulator, if it is on this machine. */
export function findFirestoreArchive(): string | undefined {
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

/** What the emulator says of its version; null without a Java that runs it. */
export function readFirestoreVersion(archive: string): string | null {
  const { stdout } = spawnSync('java', ['-cp', archive, MAIN, '--version'], { encoding: 'utf8' });
  return stdout?.trim() || null;
}

/** Starts Google's Firestore emulator on a port of 127.0.0.1, with an empty database. */
export async function startGoogleFirestore(archive: string, port: number) {
  const own = ['start', '--host=127.0.0.1', `--port=${port}`, '--rules=firebase/firestore.rules'];
  // A Ctrl+C in the terminal is for its parent, which reads out what it holds before it stops it.
  const firestore = spawn('java', [...OPTIONS, '-cp', archive, MAIN, ...own], {
    stdio: 'ignore',
    detached: true,
  });
  const kill = (): boolean => firestore.kill('SIGKILL');
  // It has a process group of its own, and would outlive a start that is broken off.
  process.once('exit', kill);
  const ended = once(firestore, 'close').then(() => {
    process.off('exit', kill);
    return 'ended' as const;
  });
  const first = await Promise.race([isUp(port), ended]).catch((error: unknown) => {
    kill();
    throw error;
  });
  if (first === 'ended') throw new Error('The Firestore emulator ended.');
  return {
    address: `127.0.0.1:${port}`,
    stop: async () => {
      kill();
      await ended;
    },
  };
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
