import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** A Firebase project, and the right to it. */
export interface FirebaseSettings {
  project: string;
  /** An access token of Google's. */
  token: string;
  /** Where the two services are. */
  firestore: string;
  identity: string;
}

/** What both emulators take for the project's owner. */
const OWNER = 'owner';

/**
 * Reads the settings of a command for Firebase: `--project PROJECT FILE`, and of the environment the
 * access token, or where both emulators are. Throws with a message for the operator.
 */
export function readFirebaseSettings(
  name: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): { settings: FirebaseSettings; file: string } {
  const { project, file } = readArguments(args);
  if (!project || file === undefined) {
    throw new Error(`Name the project and a file: npm run ${name} -- --project PROJECT FILE`);
  }
  const { FIRESTORE_EMULATOR_HOST: firestore, FIREBASE_AUTH_EMULATOR_HOST: identity } = environment;
  if (firestore && identity) {
    return { settings: { project, token: OWNER, ...emulatorsAt(firestore, identity) }, file };
  }
  // Half of a board would go to the real project.
  if (firestore || identity) {
    throw new Error(
      'Set both FIRESTORE_EMULATOR_HOST and FIREBASE_AUTH_EMULATOR_HOST, or neither.',
    );
  }
  const token = environment['GOOGLE_ACCESS_TOKEN'];
  // Anything else can't be sent, such as the quotes of a sentence it was copied from.
  if (!token || !/^[\x21-\x7E]+$/u.test(token)) {
    throw new Error('Set GOOGLE_ACCESS_TOKEN to what “gcloud auth print-access-token” prints.');
  }
  return { settings: { project, token, ...SERVICES }, file };
}

const SERVICES = {
  firestore: 'https://firestore.googleapis.com',
  identity: 'https://identitytoolkit.googleapis.com',
};

/** The emulator of accounts serves several services, each below its name. */
function emulatorsAt(firestore: string, auth: string): typeof SERVICES {
  const services = {
    firestore: `http://${firestore}`,
    identity: `http://${auth}/identitytoolkit.googleapis.com`,
  };
  if (Object.values(services).every((url) => URL.canParse(url))) return services;
  throw new Error('An emulator is named by its host and port, like 127.0.0.1:8080.');
}

function readArguments(args: readonly string[]): { project?: string; file?: string } {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { project: { type: 'string' } },
    allowPositionals: true,
  });
  const [file] = positionals;
  return { ...values, ...(file !== undefined && { file: resolve(file) }) };
}
