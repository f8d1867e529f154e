import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '#server/testing/start-for-parent.ts';
import { seedThoughts } from './product/seed-thoughts.ts';
import { signInPeople, type SignedIn } from './product/sign-in-people.ts';
import { collectGarbage, HOST, originOf, startProcess, type Target } from './start-process.ts';
import type { Memory } from './start-process.ts';
import { makeFolder } from './temporary-folder.ts';

/** A server in a child process. */
export interface Server extends Target {
  collect: () => Promise<Memory>;
  /** Stops the server and waits for its end. */
  stop: () => Promise<void>;
  /** Starts a stopped server over the same data, at the same port. */
  startAgain: () => Promise<Server>;
}

/** A data folder or the address of a PostgreSQL database, and the people who are signed in there. */
interface Place {
  place: string;
  sessions?: readonly SignedIn[];
}

/** Starts the floor: a bare node:http server, which syncs each post to disk, or when SQLite chooses to. */
export function startFloor(
  synchronous: 'full' | 'normal' = 'normal',
  place = makeFolder(),
): Promise<Server> {
  return startServer(['floor/main.ts', place, synchronous], {});
}

/** Starts the product over a data folder with signed-in people and stored thoughts. */
export async function startProduct({ people = 1, thoughts = 0 } = {}): Promise<Server> {
  return startBoard(await copyDataFolder(people, thoughts));
}

export function startBoard({ place, sessions = [] }: Place): Promise<Server> {
  return startServer(['product/serve.ts', place], { sessions });
}

async function startServer(
  command: readonly [module: string, ...args: string[]],
  { sessions = [], port }: Partial<Place> & { port?: number },
): Promise<Server> {
  const [module, ...args] = command;
  const at = port ?? (await findFreePort(HOST));
  const path = join(import.meta.dirname, module);
  const { child, pid, stop } = await startProcess(path, [String(at), ...args]);
  return {
    port: at,
    pid,
    cookies: sessions.map(({ cookieAt }) => cookieAt(originOf({ port: at }))),
    collect: () => collectGarbage(child),
    stop,
    startAgain: () => startServer(command, { sessions, port: at }),
  };
}

let signedIn: (Required<Place> & { sessions: SignedIn[] }) | null = null;

export async function copyDataFolder(people: number, thoughts: number): Promise<Place> {
  // The data folders of all parts are copies of this one.
  signedIn ??= { place: makeFolder(), sessions: [] };
  const missing = people - signedIn.sessions.length;
  if (missing > 0) signedIn.sessions.push(...(await signInPeople(signedIn.place, missing)));
  const place = makeFolder();
  cpSync(signedIn.place, place, { recursive: true });
  const [first] = signedIn.sessions;
  if (thoughts > 0 && first !== undefined) seedThoughts(place, thoughts, first.uid);
  return { place, sessions: signedIn.sessions.slice(0, people) };
}
