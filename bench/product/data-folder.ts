import { cpSync } from 'node:fs';
import { makeFolder } from '#bench/temporary-folder.ts';
import { seedThoughts } from './seed-thoughts.ts';
import { serveFolder } from './serve-folder.ts';
import { signInPerson, type SignedIn } from './sign-in-people.ts';

/** Sign-ins at a time. */
const AT_ONCE = 4;

/** People who have signed in to a server over this folder, which is stopped now. */
interface PeopleFolder {
  folder: string;
  sessions: SignedIn[];
}

let signedIn: PeopleFolder | null = null;

/** Makes a data folder with that many signed-in people and stored thoughts. */
export async function copyDataFolder(people: number, thoughts: number): Promise<PeopleFolder> {
  // A thousand sign-ins take a while: every part's data folder is a copy of one.
  signedIn ??= { folder: makeFolder(), sessions: [] };
  if (signedIn.sessions.length < people) await signInUpTo(people, signedIn);
  const folder = makeFolder();
  cpSync(signedIn.folder, folder, { recursive: true });
  const [first] = signedIn.sessions;
  if (thoughts > 0 && first !== undefined) seedThoughts(folder, thoughts, first.uid);
  return { folder, sessions: signedIn.sessions.slice(0, people) };
}

async function signInUpTo(people: number, { folder, sessions }: PeopleFolder): Promise<void> {
  const server = await serveFolder(folder);
  let next = sessions.length;
  const signInMore = async (): Promise<void> => {
    while (next < people) {
      const index = next;
      next += 1;
      sessions[index] = await signInPerson(server.port, index);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, signInMore));
  } finally {
    await server.stop();
  }
}
