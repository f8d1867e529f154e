import { type ChildProcess, fork, type ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { boardFlags } from '#bin/board-flags.mjs';
import { findFreePort } from '#tests/server/local-server.ts';
import { inherited } from '#tests/server/operator-command.ts';
import type { Command, Load } from './load/main.ts';
import { seedThoughts, signInPeople, type SignedIn } from './product/fill-board.ts';
import { COLLECTABLE, HOST, originOf, type Target } from './target.ts';

/** A server in a child process. */
export interface Server extends Target {
  child: ChildProcess;
  /** Stops the server and waits for its end. */
  stop: () => Promise<void>;
  /** Starts a stopped server over the same data, at the same port. */
  startAgain: () => Promise<Server>;
}

/** A data folder or the address of a PostgreSQL database, and the people who are signed in there. */
interface Place {
  place: string;
  sessions: readonly SignedIn[];
}

const folders: string[] = [];
process.once('exit', removeFolders);

/** Removes all folders made here; a process that is killed, as a test's may be, has to ask for it. */
export function removeFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

/** Creates a folder that is removed when this process ends by itself. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'thought-cloud-bench-'));
  folders.push(folder);
  return folder;
}

/** Starts the floor: a bare node:http server, which syncs each post to disk, or when SQLite chooses to. */
export function startFloor(
  synchronous: 'full' | 'normal' = 'normal',
  place = makeFolder(),
): Promise<Server> {
  return startServer({ module: 'floor/main.ts', args: [place, synchronous] });
}

/** Makes a data folder with signed-in people and stored thoughts. */
export async function makeBoard({ people = 1, thoughts = 0 } = {}): Promise<Place> {
  const place = makeFolder();
  const sessions = await signInPeople(place, people);
  seedThoughts(place, thoughts, sessions[0]?.uid);
  return { place, sessions };
}

/** Starts the product over a data folder of its own. */
export async function startProduct(options?: Parameters<typeof makeBoard>[0]): Promise<Server> {
  return startBoard(await makeBoard(options));
}

export function startBoard({ place, sessions }: Place): Promise<Server> {
  const database = place.startsWith('postgres:') ? { DATABASE_URL: place } : { DATA_DIR: place };
  const settings = { ...database, LISTEN_HOST: HOST };
  return startServer({ module: 'product/serve.ts', settings, sessions });
}

interface Options {
  module: string;
  args?: readonly string[];
  settings?: NodeJS.ProcessEnv;
  sessions?: readonly SignedIn[];
  port?: number;
}

async function startServer(options: Options): Promise<Server> {
  const { module, args = [], settings, sessions = [], port = await findFreePort(HOST) } = options;
  const { child, stop } = await startProcess(module, [String(port), ...args], {
    execArgv: [...boardFlags, COLLECTABLE],
    env: { ...inherited, ...settings, PORT: String(port) },
  });
  return {
    port,
    pid: child.pid ?? 0,
    cookies: sessions.map(({ cookieAt }) => cookieAt(originOf({ port }))),
    child,
    stop,
    startAgain: () => startServer({ ...options, port }),
  };
}

/** Starts a module of this folder that sends a message when it is ready, and ends when it is disconnected. */
async function startProcess(module: string, args: string[], options: ForkOptions) {
  const child = fork(join(import.meta.dirname, module), args, options);
  const ended = once(child, 'exit');
  const failed = ended.then(() => Promise.reject(new Error(`${module} has ended.`)));
  failed.catch(() => {});
  /** Resolves with the next message; rejects when the process has ended. */
  const answer = () => Promise.race([once(child, 'message'), failed]);
  await answer();
  return {
    child,
    answer,
    stop: async (): Promise<void> => {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

/** A server, and a load generator in another process. */
export interface Side {
  server: Server;
  /** Lets the load generator carry out one of its commands. */
  run: <Name extends Command>(
    name: Name,
    ...options: Parameters<Load[Name]>
  ) => Promise<Awaited<ReturnType<Load[Name]>>>;
}

/** Starts servers, each with a load generator, and stops them after use; all run throughout, warm. */
export async function withSides<Result>(
  starts: readonly (() => Promise<Server>)[],
  use: (sides: readonly Side[]) => Promise<Result>,
): Promise<Result> {
  await using stops = new AsyncDisposableStack();
  const sides: Side[] = [];
  for (const start of starts) {
    const server = await start();
    stops.defer(server.stop);
    const { child, answer, stop } = await startProcess('load/main.ts', [], { execArgv: [] });
    stops.defer(stop);
    const { port, pid, cookies } = server;
    child.send({ port, pid, cookies });
    const run: Side['run'] = async (name, ...[options]) => {
      child.send({ name, options });
      const [{ result }] = await answer();
      return result;
    };
    sides.push({ server, run });
  }
  return await use(sides);
}

export async function openReaders(sides: readonly Side[], readers: number): Promise<void> {
  for (const { run } of sides) await run('open', { readers });
}
