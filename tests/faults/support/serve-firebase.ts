import { onTestFinished } from 'vitest';
import type { Place } from '#tests/faults/trials/transfer.ts';
import { clearOfficialEmulators, environmentOf } from '#tests/firebase/official-emulators.ts';
import { PROJECT, startEmulator } from '#tests/firestore-emulator/emulator.ts';

/** Starts an empty Firebase that ends with the test. */
export async function serveFirebase(): Promise<Place> {
  const emulator = await startEmulator();
  onTestFinished(() => emulator.stop());
  await clearOfficialEmulators(PROJECT);
  return { project: PROJECT, emulators: environmentOf(emulator) };
}
