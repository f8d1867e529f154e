import { PROJECT, startStandIn } from '#tests/firebase/stand-in/stand-in.ts';
import { startHosting } from './hosting.ts';

/** A whole hosted board: the built site, and the stand-in for the services behind it. */
export interface FirebaseBoard {
  url: string;
  /** The other origins the board's pages turn to. */
  services: readonly string[];
  close: () => Promise<void>;
}

export async function startFirebaseBoard(): Promise<FirebaseBoard> {
  const standIn = await startStandIn();
  const service = { host: '127.0.0.1', port: standIn.port };
  const origin = `http://${service.host}:${service.port}`;
  const config = {
    apiKey: 'test',
    projectId: PROJECT,
    authDomain: `${PROJECT}.firebaseapp.com`,
    emulators: { auth: service, firestore: service },
  };
  const hosting = await startHosting(config, origin);
  return {
    url: hosting.url,
    services: [origin, 'https://apis.google.com'],
    close: async () => {
      await Promise.all([hosting.close(), standIn.close()]);
    },
  };
}
