import { timestampFromMillis } from '#shared/thought.ts';
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

const TEXTS = [
  ['Ben Sample', 'Clouds are just the sky thinking out loud.'],
  ['Ada Sample', 'Wrote the letter I had been putting off.\nIt took four minutes.'],
  ['Cleo Sample', 'Anyone else keep a list of words they like? Today: "petrichor".'],
  ['Ben Sample', '🌧️'],
  ['Cleo Sample', 'The bakery at the corner has rye again.'],
] as const;

/** A backend to try the client on: a sample person is signed in, on a board with some thoughts. */
export async function createSampleBackend(): Promise<Backend> {
  const database = createMemoryDatabase();
  TEXTS.forEach(([uName, text], index) => {
    database.put({
      textID: String(index).padStart(20, '0'),
      uID: uName === PERSON.displayName ? PERSON.uid : uName,
      uName,
      text,
      createdAt: timestampFromMillis(Date.now() - (index + 1) * 3_600_000),
      uProfile: '',
      version: 1,
    });
  });
  const backend = createMemoryBackend(database, PERSON);
  await backend.signIn();
  return backend;
}
