import { describeBackend } from '#client/backend/contract.ts';
import type { User } from '#shared/user.ts';
import { createMemoryBackend, createMemoryDatabase } from './memory-backend.ts';

describeBackend('memory', async () => {
  const database = createMemoryDatabase();
  const browser = (name: string) => createMemoryBackend(database, account(name));
  return {
    visitor: async () => browser('Nobody'),
    person: async (name) => {
      const backend = browser(name);
      await backend.signIn();
      return backend;
    },
    close: async () => {},
  };
});

function account(name: string): User {
  const now = new Date().toUTCString();
  return {
    uid: `uid-of-${name.toLowerCase()}`,
    displayName: name,
    photoURL: `https://pictures.example/${name}.png`,
    email: `${name.toLowerCase()}@mail.example`,
    metadata: { creationTime: now, lastSignInTime: now },
  };
}
