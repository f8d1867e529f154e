import { parseArgs } from 'node:util';
import { exportBoard, importBoard } from '#server/operator/board-file.ts';
import type { MovableBoard } from '#server/operator/records.ts';
import { requireFile, runCommand, UsageError, type Command } from '#server/operator/run-command.ts';
import { createFirebaseBoard } from './firebase-board.ts';
import type { FirebaseSettings } from './google-api.ts';

await runCommand({
  export: forBoard('writes people and thoughts of a Firebase project as JSON lines', exportBoard),
  import: forBoard('adds to it what was exported', importBoard),
});

function forBoard(
  does: string,
  run: (board: MovableBoard, file: string) => Promise<string>,
): Command {
  return {
    takes: '--project PROJECT FILE',
    does,
    run: (args, environment) => {
      const options = { project: { type: 'string' } } as const;
      const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
      const { project } = values;
      if (!project) throw new UsageError();
      const board = createFirebaseBoard({ project, ...readServices(environment) }, console.error);
      return run(board, requireFile(positionals, environment));
    },
  };
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
