import { startEmulator } from '#tools/firestore-emulator/emulator.ts';
import {
  findFirestoreArchive,
  readFirestoreVersion,
  startGoogleFirestore,
} from './google-firestore.ts';
import type { Addresses } from './hosting.ts';

/** What stands for Google's services, and `engine`, which says what Firestore is. */
export interface Services extends Addresses {
  engine: string;
  stop: () => Promise<void>;
}

/**
 * Starts Google's Firestore emulator if it is on this computer, else our own. Sign-in is our own in any case: Google's
 * comes with firebase-tools only, and its pages load scripts from the network.
 */
export async function startServices(
  host: string,
  ports: Record<'auth' | 'firestore', number>,
): Promise<Services> {
  const addresses = {
    auth: { host, port: ports.auth },
    firestore: { host, port: ports.firestore },
  };
  const archive = findFirestoreArchive();
  const version = archive === undefined ? null : readFirestoreVersion(archive);
  if (archive === undefined || version === null) {
    const { stop } = await startEmulator([ports.auth, ports.firestore]);
    const lack = archive === undefined ? 'was not found' : 'was found, but no Java that runs it';
    return { ...addresses, engine: `the project's own emulator, as Google's ${lack}`, stop };
  }
  const firestore = await startGoogleFirestore(archive, ports.firestore);
  const accounts = await startEmulator([ports.auth]);
  return {
    ...addresses,
    engine: `Google's ${version}`,
    stop: async () => {
      await Promise.all([accounts.stop(), firestore.stop()]);
    },
  };
}
