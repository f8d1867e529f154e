import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { findPostgres, NO_POSTGRES } from '#scripts/machine.ts';
import { findFreePort } from '#tests/server/local-server.ts';
import { runSql } from '#tests/server/run-sql.ts';

/** The user `nobody`, as whom PostgreSQL runs if the tests run as root, which it refuses. */
const NOBODY = 65_534;
const USER = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
const START_TIMEOUT_MS = 10_000;
/** Characters of the server's last output that an error repeats. */
const LAST_WORDS = 1_000;

export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>;

/**
 * Creates a PostgreSQL on a free port and starts it. It sorts text as in English, unlike our own code, so
 * queries that depend on an order have to name it.
 */
export async function startPostgres({ isDurable = false } = {}) {
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en'];
  const init = ['--auth=trust', '--username=postgres', '--no-sync', ...locale];
  return startIn(makeFolder('initdb', init), isDurable);
}

/** Copies a running PostgreSQL, and starts the copy as its standby. */
export async function startStandby(primary: string) {
  const copy = ['--dbname', primary, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'];
  return startIn(makeFolder('pg_basebackup', copy), false);
}

/** Runs a program of PostgreSQL that fills a new data folder. */
function makeFolder(program: string, args: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'thought-cloud-postgres-'));
  if (USER.uid !== undefined) chownSync(folder, USER.uid, USER.uid);
  execFileSync(join(postgresFolder(), program), [...args, '--pgdata', folder], {
    cwd: folder,
    // Its output on standard error is part of the error.
    stdio: ['ignore', 'ignore', 'pipe'],
    ...USER,
  });
  return folder;
}

async function startIn(folder: string, isDurable: boolean) {
  const programs = postgresFolder();
  const port = await findFreePort('127.0.0.1');
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    fsync: isDurable ? 'on' : 'off',
    max_connections: 200,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const url = (name: string): string => `postgres://postgres@127.0.0.1:${port}/${name}`;
  let child: ChildProcess | undefined;
  let count = 0;
  let frozen: number[] = [];

  const start = async (): Promise<void> => {
    // As long as processes of a killed server are ending, another one refuses to start.
    for (const until = performance.now() + START_TIMEOUT_MS; ;) {
      child = spawn(join(programs, 'postgres'), ['-D', folder, ...args], {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
        ...USER,
      });
      const lastWords = listenTo(child);
      if (await answers(url('postgres'), child)) return;
      if (performance.now() > until) throw new Error(`PostgreSQL did not start:\n${lastWords()}`);
    }
  };
  const stop = async (signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL' = 'SIGQUIT'): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  await start();
  return {
    /** Creates an empty database; resolves with its address. */
    createDatabase: async () => {
      count += 1;
      const name = `board-${process.pid}-${count}`;
      await runSql(url('postgres'), `create database "${name}"`);
      return url(name);
    },
    /** The address at this server of a database of another one. */
    urlOf: (database: string) => url(new URL(database).pathname.slice(1)),
    /** Starts the server; resolves once it answers. */
    start,
    /** Ends the server; by default without writing what is not on disk yet. */
    stop,
    /** Silently stops or continues the processes of all its connections. */
    freeze: async (isFrozen: boolean) => {
      for (const pid of frozen.splice(0)) process.kill(pid, 'SIGCONT');
      if (!isFrozen) return;
      const sql = `select "pid" from pg_stat_activity where "pid" <> pg_backend_pid()`;
      const found = await runSql(url('postgres'), sql);
      frozen = found.map(({ pid }) => Number(pid)).filter(stopped);
    },
    /** Ends the server and deletes its data. */
    remove: async () => {
      await stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Resolves once a server answers: false when it ended instead. */
async function answers(url: string, child: ChildProcess): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null) {
    try {
      await runSql(url, 'select 1');
      return true;
    } catch {
      await sleep(50);
    }
  }
  return false;
}

/** Returns the function that gives the end of a server's output so far. */
function listenTo(child: ChildProcess): () => string {
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-LAST_WORDS);
  });
  return () => words;
}

/** Stops a process; returns whether that worked, as it may have ended since it was listed. */
function stopped(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGSTOP');
  } catch {
    return false;
  }
}

function postgresFolder(): string {
  const folder = findPostgres();
  if (folder === undefined) {
    throw new Error(NO_POSTGRES);
  }
  return folder;
}

/** Starts a PostgreSQL for all tests of a project; each board has a database of its own in it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  try {
    const server = await startPostgres();
    project.provide('postgres', await server.createDatabase());
    return server.remove;
  } catch (error) {
    // Thrown here, it would end the tests of all projects.
    project.provide('postgresFailure', `PostgreSQL does not start. ${String(error)}`);
    return async () => {};
  }
}
