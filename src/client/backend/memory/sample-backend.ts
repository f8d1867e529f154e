import { newThought } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import type { Backend } from '#client/backend/backend.ts';
import { createMemoryBackend } from './memory-backend.ts';
import { createMemoryDatabase } from './memory-database.ts';

const PERSON: User = {
  uid: 'sample-person',
  displayName: 'Ada Sample',
  photoURL: null,
  email: 'ada@example.test',
  metadata: {
    creationTime: 'Thu, 01 Jan 2026 09:00:00 GMT',
    lastSignInTime: 'Thu, 01 Jan 2026 09:00:00 GMT',
  },
};

const BEN = { uid: 'ben', displayName: 'Ben Sample', photoURL: null };
const CLEO = { uid: 'cleo', displayName: 'Cleo Sample', photoURL: null };

const TEXTS = [
  [BEN, 'Clouds are just the sky thinking out loud.'],
  [PERSON, 'Wrote the letter I had been putting off.\nIt took four minutes.'],
  [CLEO, 'Anyone else keep a list of words they like? Today: "petrichor".'],
  [BEN, '🌧️'],
  [CLEO, 'The bakery at the corner has rye again.'],
] as const;

/** A backend to try the client on: a sample person is signed in, on a board with some thoughts. */
export async function createSampleBackend(): Promise<Backend> {
  const database = createMemoryDatabase();
  TEXTS.forEach(([author, text], index) => {
    const at = Date.now() - (index + 1) * 3_600_000;
    database.put(newThought({ textID: String(index).padStart(20, '0'), text, at }, author));
  });
  const backend = createMemoryBackend(database, PERSON);
  await backend.signIn();
  return backend;
}
