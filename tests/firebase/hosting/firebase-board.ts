import {
  clearOfficialEmulators,
  servicesOf,
  type Service,
} from '#tests/firebase/official-emulators.ts';
import { PROJECT, startEmulator } from '#tests/firestore-emulator/emulator.ts';
import { startHosting } from './hosting.ts';

/** A whole hosted board: the built site, and the emulator of the services behind it. */
export interface FirebaseBoard {
  url: string;
  /** The other origins the board's pages turn to. */
  services: readonly string[];
  /** Brings the services up again after a `stop`; they are up at first. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
  remove: () => Promise<void>;
}

/** Creates a hosted board with nobody and nothing on it; `config` takes the place of a right one. */
export async function createFirebaseBoard(config?: object): Promise<FirebaseBoard> {
  const emulator = await startEmulator();
  await clearOfficialEmulators(PROJECT);
  let isUp = true;
  const emulators = servicesOf(emulator);
  const services = [originOf(emulators.auth), originOf(emulators.firestore)];
  const right = {
    apiKey: 'test',
    projectId: PROJECT,
    authDomain: `${PROJECT}.firebaseapp.com`,
    emulators,
  };
  const hosting = await startHosting(config ?? right, services);
  return {
    url: hosting.url,
    services: [...services, 'https://apis.google.com'],
    start: async () => {
      if (!isUp) await emulator.start();
      isUp = true;
    },
    stop: async () => {
      await emulator.stop();
      isUp = false;
    },
    remove: async () => {
      await hosting.close();
      if (isUp) await emulator.stop();
    },
  };
}

function originOf({ host, port }: Service): string {
  return `http://${host}:${port}`;
}
