/** Where a service listens. */
export interface Service {
  host: string;
  port: number;
}

/** Where an official emulator listens, as firebase-tools says it to its children; null without one. */
export function officialEmulator(service: 'auth' | 'firestore'): Service | null {
  const address =
    service === 'auth'
      ? process.env['FIREBASE_AUTH_EMULATOR_HOST']
      : process.env['FIRESTORE_EMULATOR_HOST'];
  const [host, port] = address?.split(':') ?? [];
  return host === undefined ? null : { host, port: Number(port) };
}

/** The services of a board: each the official emulator where there is one, else our own. */
export function servicesOf(emulator: { port: number }): { auth: Service; firestore: Service } {
  const own = { host: '127.0.0.1', port: emulator.port };
  return { auth: officialEmulator('auth') ?? own, firestore: officialEmulator('firestore') ?? own };
}

/** The environment of a program that works with the services of a board as their owner. */
export function environmentOf(emulator: { port: number }): NodeJS.ProcessEnv {
  const { auth, firestore } = servicesOf(emulator);
  return {
    FIRESTORE_EMULATOR_HOST: `${firestore.host}:${firestore.port}`,
    FIREBASE_AUTH_EMULATOR_HOST: `${auth.host}:${auth.port}`,
  };
}

/** Empties the official Firestore emulator, if there is one; our own begins empty. */
export async function clearOfficialFirestore(project: string): Promise<void> {
  const emulator = officialEmulator('firestore');
  if (emulator === null) return;
  const path = `/emulator/v1/projects/${project}/databases/(default)/documents`;
  await fetch(`http://${emulator.host}:${emulator.port}${path}`, { method: 'DELETE' });
}

/** Empties both official emulators, as far as there are any. */
export async function clearOfficialEmulators(project: string): Promise<void> {
  await clearOfficialFirestore(project);
  const emulator = officialEmulator('auth');
  if (emulator === null) return;
  const path = `/emulator/v1/projects/${project}/accounts`;
  const headers = { authorization: 'Bearer owner' };
  await fetch(`http://${emulator.host}:${emulator.port}${path}`, { method: 'DELETE', headers });
}
