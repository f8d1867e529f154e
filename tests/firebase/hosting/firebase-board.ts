import { PROJECT, startStandIn, type StandIn } from '#tests/firebase/stand-in/stand-in.ts';
import { startHosting, type Hosting } from './hosting.ts';

/** A whole hosted board: the built site, and the stand-in for the services behind it. */
export interface FirebaseBoard {
  url: string;
  /** The other origins the board's pages turn to. */
  services: readonly string[];
  start: () => Promise<void>;
  remove: () => Promise<void>;
}

/** Creates a hosted board with nobody and nothing on it; `config` takes the place of a right one. */
export async function createFirebaseBoard(config?: object): Promise<FirebaseBoard> {
  const standIn = await startStandIn();
  const hosting = await startHosting(config ?? configFor(standIn), originOf(standIn));
  return {
    url: hosting.url,
    services: [originOf(standIn), 'https://apis.google.com'],
    start: async () => {},
    remove: () => closeAll(hosting, standIn),
  };
}

async function closeAll(hosting: Hosting, standIn: StandIn): Promise<void> {
  await Promise.all([hosting.close(), standIn.close()]);
}

function originOf({ port }: StandIn): string {
  return `http://127.0.0.1:${port}`;
}

function configFor({ port }: StandIn): object {
  const service = { host: '127.0.0.1', port };
  return {
    apiKey: 'test',
    projectId: PROJECT,
    authDomain: `${PROJECT}.firebaseapp.com`,
    emulators: { auth: service, firestore: service },
  };
}
