import { parseArgs } from 'node:util';
import { checkFile, exportBoard, importBoard } from '#server/operator/board-file.ts';
import { requireFile, runCommand, UsageError } from '#server/operator/run-command.ts';
import { createFirebaseBoard } from './firebase-board.ts';
import type { FirebaseSettings } from './google-api.ts';

const takes = '--project PROJECT FILE';

await runCommand({
  export: {
    takes,
    does: 'writes people and thoughts of a Firebase project as JSON lines',
    run: (args, environment) => {
      const { board, file } = readCommand(args, environment);
      return exportBoard(board, file);
    },
  },
  import: {
    takes,
    does: 'adds to it what was exported',
    run: async (args, environment) => {
      const { board, file } = readCommand(args, environment);
      await checkFile(file);
      return importBoard(board, file);
    },
  },
});

function readCommand(args: string[], environment: NodeJS.ProcessEnv) {
  const options = { project: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const { project } = values;
  if (!project) throw new UsageError();
  const board = createFirebaseBoard({ project, ...readServices(environment) }, console.error);
  return { board, file: requireFile(positionals) };
}

/** Google's services with an access token, or both emulators with the owner's. */
function readServices(environment: NodeJS.ProcessEnv): Omit<FirebaseSettings, 'project'> {
  const {
    FIRESTORE_EMULATOR_HOST: firestore,
    FIREBASE_AUTH_EMULATOR_HOST: identity,
    GOOGLE_ACCESS_TOKEN: token,
  } = environment;
  // The emulator of accounts serves several services, each under its name.
  const name = 'identitytoolkit.googleapis.com';
  if (firestore && identity)
    return {
      token: 'owner',
      firestore: `http://${firestore}`,
      identity: `http://${identity}/${name}`,
    };
  // With only one emulator, half of the board would go to the real project.
  if (firestore || identity)
    throw new Error(
      'Set both FIRESTORE_EMULATOR_HOST and FIREBASE_AUTH_EMULATOR_HOST, or neither.',
    );
  if (!token)
    throw new Error('Set GOOGLE_ACCESS_TOKEN to what “gcloud auth print-access-token” prints.');
  return { token, firestore: 'https://firestore.googleapis.com', identity: `https://${name}` };
}
