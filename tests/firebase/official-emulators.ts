/** Where a service listens. */
export interface Service {
  host: string;
  port: number;
}

export interface Addresses {
  auth: Service;
  firestore: Service;
}

/** Where the official emulators listen, by the names that Google's own programs use; null without them. */
export const OFFICIAL = readAddresses(process.env);

function readAddresses({
  FIREBASE_AUTH_EMULATOR_HOST: auth,
  FIRESTORE_EMULATOR_HOST: firestore,
}: NodeJS.ProcessEnv): Addresses | null {
  return auth && firestore ? { auth: serviceAt(auth), firestore: serviceAt(firestore) } : null;
}

function serviceAt(address: string): Service {
  const { hostname, port } = new URL(`http://${address}`);
  return { host: hostname, port: Number(port) };
}
