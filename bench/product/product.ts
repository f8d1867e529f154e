import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '#server/testing/start-for-parent.ts';
import { makeFolder } from '#bench/temporary-folder.ts';
import {
  HOST,
  originOf,
  startProcess,
  type ServerProcess,
  type Target,
} from '#bench/start-process.ts';
import { seedThoughts } from './seed-thoughts.ts';
import { signInPeople, type SignedIn } from './sign-in-people.ts';

let signedIn: { folder: string; sessions: SignedIn[] } | null = null;

export async function copyDataFolder(people: number, thoughts: number) {
  // The data folders of all parts are copies of this one.
  signedIn ??= { folder: makeFolder(), sessions: [] };
  const missing = people - signedIn.sessions.length;
  if (missing > 0) signedIn.sessions.push(...(await signInPeople(signedIn.folder, missing)));
  const folder = makeFolder();
  cpSync(signedIn.folder, folder, { recursive: true });
  const [first] = signedIn.sessions;
  if (thoughts > 0 && first !== undefined) seedThoughts(folder, thoughts, first.uid);
  return { folder, sessions: signedIn.sessions.slice(0, people) };
}

export interface Product extends Target, ServerProcess {
  folder: string;
}

/** Starts the product over a data folder with signed-in people and stored thoughts. */
export async function startProduct({ people = 1, thoughts = 0 } = {}): Promise<Product> {
  const { folder, sessions } = await copyDataFolder(people, thoughts);
  const server = await serveBoard(folder);
  return {
    ...server,
    folder,
    cookies: sessions.map(({ cookieAt }) => cookieAt(originOf(server))),
  };
}

/** Starts the product's process on a data folder or a PostgreSQL database, at a free port by default. */
export async function serveBoard(place: string, port?: number): Promise<ServerProcess> {
  const at = String(port ?? (await findFreePort(HOST)));
  return startProcess(join(import.meta.dirname, 'serve.ts'), [place, at]);
}
