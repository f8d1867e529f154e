import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished, type TestContext } from 'vitest';
import { COLLECTABLE, collectGarbage } from '#bench/target.ts';
import { boardFlags } from '#bin/board-flags.mjs';
import { findFreePort } from '#tests/server/local-server.ts';
import { inherited } from '#tests/server/operator-command.ts';
import { temporaryFolder } from '#tests/server/test-board.ts';
import { signIn } from '#tests/server/sign-in.ts';

const MAIN = join(import.meta.dirname, '../../../bench/product/serve.ts');

/** Skips a test that needs a process's memory, sockets or limits where the system has no /proc. */
export function skipWithoutProc({ skip }: TestContext): void {
  skip(
    !fs.existsSync('/proc/self'),
    'What a process holds is read from /proc, which only Linux has.',
  );
}

export interface BoardProcessOptions {
  dataFolder: string;
  /** The origin people open, if it is not the server's own, such as a proxy's. */
  publicURL?: string;
  /** A file for logged errors; without one, they are dropped. */
  logFile?: string;
  /** Variables of its environment besides the settings. */
  env?: Readonly<Record<string, string>>;
}

export type BoardProcess = Awaited<ReturnType<typeof createBoardProcess>>;

/** Creates a real server in a process of its own, always on the same free port; it does not run yet. */
export async function createBoardProcess(options: BoardProcessOptions) {
  const port = await findFreePort('127.0.0.1');
  const { dataFolder, publicURL, logFile, env } = options;
  const origin = publicURL ?? `http://localhost:${port}`;
  let child: ChildProcess | undefined;
  const running = (): ChildProcess => {
    if (child === undefined) throw new Error('The board does not run.');
    return child;
  };
  const { PATH } = process.env;
  const own = { PATH, DATA_DIR: dataFolder, PORT: String(port), PUBLIC_URL: origin };

  return {
    /** The origin people open. */
    origin,
    port,
    /** Resolves once the server is ready; rejects with its output when it ends instead. */
    start: async () => {
      const log = fs.openSync(logFile ?? devNull, 'a');
      const started = fork(MAIN, [], {
        execArgv: [...boardFlags, COLLECTABLE],
        env: { ...inherited, ...env, ...own },
        stdio: ['ignore', log, 'pipe', 'ipc'],
      });
      fs.closeSync(log);
      child = started;
      const written = started.stderr === null ? Promise.resolve('') : text(started.stderr);
      const ended = once(started, 'exit').then(async () => {
        throw new Error(`The server ended: ${await written}`);
      });
      await Promise.race([once(started, 'message'), ended]);
      ended.catch(() => {});
    },
    /** Ends the server by a signal; resolves with its exit code, null after a SIGKILL. */
    end: async (signal: 'SIGTERM' | 'SIGKILL') => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return null;
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
      return child.exitCode;
    },
    /** The server's memory in bytes after a garbage collection. */
    collectedMemory: () => collectGarbage(running()),
    /** The server's open sockets, including those it listens on and those to this process. */
    sockets: () => socketsOf(`/proc/${running().pid}`),
  };
}

/** Starts a board, over a folder of its own by default, until the running test has finished. */
export async function startBoard(
  options: Partial<BoardProcessOptions> = {},
): Promise<BoardProcess> {
  const board = await createBoardProcess({ dataFolder: temporaryFolder(), ...options });
  onTestFinished(async () => void (await board.end('SIGKILL')));
  await board.start();
  return board;
}

/** Somebody who writes on boards. */
export const ADA = { name: 'Ada', email: 'ada@example.com' };

/** How many sockets a process holds. */
function socketsOf(folder: string): number {
  return fs.readdirSync(join(folder, 'fd')).filter((name) => {
    try {
      return fs.readlinkSync(join(folder, 'fd', name)).startsWith('socket:');
    } catch {
      // The descriptor was closed since the folder was read.
      return false;
    }
  }).length;
}

/** What is wrong with a machine; a part that is left out works. */
export interface MachineFault {
  /** Additional milliseconds that each sync of the data folder's files takes. */
  syncDelay?: number;
  /** The error with which writes and syncs of the data folder's files fail. */
  writeError?: keyof typeof WRITE_ERRORS;
  /** Only every n-th of these writes and syncs fails; all when left out. */
  every?: number;
}

/** The error numbers of Linux. */
const WRITE_ERRORS = { 'I/O error': 5, 'no space': 28, 'read-only': 30 } as const;
const SOURCE = join(import.meta.dirname, 'machine-faults.c');

/**
 * Prepares a machine whose disk goes wrong when the running test wants it to, with its files in a folder: a
 * library that is loaded before the C library. Skips the test where there is no C compiler, or no Linux.
 */
export function prepareFaultyMachine({ skip }: TestContext, folder: string) {
  // The loader takes no path with a space.
  const libraryFolder = fs.mkdtempSync(join(tmpdir(), 'thought-cloud-'));
  onTestFinished(() => fs.rmSync(libraryFolder, { recursive: true }));
  const library = join(libraryFolder, 'machine-faults.so');
  const args = ['-shared', '-fPIC', '-O2', '-o', library, SOURCE];
  const hasLibrary = process.platform === 'linux' && spawnSync('cc', args).status === 0;
  skip(!hasLibrary, 'A faulty machine takes Linux and a C compiler.');
  const shared = join(folder, 'machine-faults');
  const file = fs.openSync(shared, 'w+');
  onTestFinished(() => fs.closeSync(file));
  const set = ({ syncDelay = 0, writeError, every = 1 }: MachineFault): void => {
    const number = writeError === undefined ? 0 : WRITE_ERRORS[writeError];
    const numbers = Int32Array.of(syncDelay, number, every);
    fs.writeSync(file, numbers, 0, numbers.byteLength, 0);
  };
  set({});
  const record = join(folder, 'machine-record');
  const preloaded = [library, inherited['LD_PRELOAD']].filter(Boolean).join(':');
  return {
    /** The environment of a process on this machine. */
    env: { LD_PRELOAD: preloaded, MACHINE_FAULTS: shared, MACHINE_RECORD: record },
    /** The file with the recording of what was done to the data folder, if there is one. */
    record,
    /** Starts the recording again from nothing. */
    clearRecord: () => fs.writeFileSync(record, ''),
    /** Sets what goes wrong from now on, in place of what did before. */
    set,
  };
}

/** Starts a board on such a machine for the running test. */
export async function startOnBadMachine(context: TestContext) {
  const folder = temporaryFolder();
  const machine = prepareFaultyMachine(context, folder);
  const [dataFolder, logFile] = [join(folder, 'data'), join(folder, 'log')];
  fs.mkdirSync(dataFolder);
  const board = await startBoard({ dataFolder, logFile, env: machine.env });
  const visitor = await signIn(board.origin, ADA);
  return { board, machine, dataFolder, visitor, readLog: () => fs.readFileSync(logFile, 'utf8') };
}
