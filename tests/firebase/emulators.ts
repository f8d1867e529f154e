/** Where a service listens. */
export interface Service {
  host: string;
  port: number;
}

/** Where an official emulator listens, as firebase-tools tells its children; null without one. */
export function emulatorOf(service: 'auth' | 'firestore'): Service | null {
  const address =
    service === 'auth'
      ? process.env['FIREBASE_AUTH_EMULATOR_HOST']
      : process.env['FIRESTORE_EMULATOR_HOST'];
  const [host, port] = address?.split(':') ?? [];
  return host === undefined ? null : { host, port: Number(port) };
}

/** The services of a board: each an official emulator where there is one, else the stand-in. */
export function servicesBeside(standIn: { port: number }): { auth: Service; firestore: Service } {
  const own = { host: '127.0.0.1', port: standIn.port };
  return { auth: emulatorOf('auth') ?? own, firestore: emulatorOf('firestore') ?? own };
}

/** Empties the official Firestore emulator, if there is one; a stand-in begins empty. */
export async function clearFirestoreEmulator(project: string): Promise<void> {
  const emulator = emulatorOf('firestore');
  if (emulator === null) return;
  const path = `/emulator/v1/projects/${project}/databases/(default)/documents`;
  await fetch(`http://${emulator.host}:${emulator.port}${path}`, { method: 'DELETE' });
}
