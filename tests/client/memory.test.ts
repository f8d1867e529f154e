import { describeBackend } from '#client/backend/contract.ts';
import { SAMPLE_USER } from '#tests/setup/samples.ts';
import { createMemoryBackend, createMemoryDatabase } from './memory-backend.ts';

describeBackend('memory', async () => {
  const database = createMemoryDatabase();
  const browser = (displayName: string) => {
    const [uid, email] = [`uid-of-${displayName}`, `${displayName}@mail.example`];
    const photoURL = 'https://pictures.example/one.png';
    return createMemoryBackend(database, { ...SAMPLE_USER, uid, displayName, email, photoURL });
  };
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
