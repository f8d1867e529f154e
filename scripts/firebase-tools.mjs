import { run } from './run.mjs';

// Large, and wanted by few: it is fetched when somebody asks for it, and is no part of the install.
const FIREBASE_TOOLS = 'firebase-tools@15.34.2';

/**
 * Runs Firebase's own command line.
 * @param {readonly string[]} args
 */
export async function runFirebaseTools(args) {
  await run('npm', ['exec', '--yes', '--package', FIREBASE_TOOLS, '--', 'firebase', ...args]);
}
