import { cpSync } from 'node:fs';
import { makeFolder } from '#bench/temporary-folder.ts';
import { seedThoughts } from './seed-thoughts.ts';
import { signInPeople, type SignedIn } from './sign-in-people.ts';

interface PeopleFolder {
  folder: string;
  sessions: SignedIn[];
}

let signedIn: PeopleFolder | null = null;

export async function copyDataFolder(people: number, thoughts: number): Promise<PeopleFolder> {
  // Every part's data folder is a copy of one.
  signedIn ??= { folder: makeFolder(), sessions: [] };
  const missing = people - signedIn.sessions.length;
  if (missing > 0) signedIn.sessions.push(...(await signInPeople(signedIn.folder, missing)));
  const folder = makeFolder();
  cpSync(signedIn.folder, folder, { recursive: true });
  const [first] = signedIn.sessions;
  if (thoughts > 0 && first !== undefined) seedThoughts(folder, thoughts, first.uid);
  return { folder, sessions: signedIn.sessions.slice(0, people) };
}
