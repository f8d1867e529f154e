import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, inject, onTestFinished, vi } from 'vitest';
import { PATHS } from '#shared/wire.ts';
import { buildApp, type Dependencies } from '#server/app.ts';
import { cookieName } from '#server/auth/private-cookie.ts';
import { createLocalAccounts } from '#server/auth/local-accounts/local-accounts.ts';
import type { Database } from '#server/database/database.ts';
import type { LogOptions } from '#server/http/log.ts';
import {
  type DatabaseSettings,
  openForOperator,
  openDatabase,
} from '#server/database/open-database.ts';
import { openSQLite } from '#server/database/sqlite/open-sqlite.ts';
import { listen } from '#server/http/listen.ts';
import { runSql } from './run-sql.ts';
import { createVisitor, startSession, type Visitor } from './sign-in.ts';
import { findFreePort, WIDE_LIMITS } from './local-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a PostgreSQL, where the tests run with one. */
    postgres: string | undefined;
    /** Why it did not start: only the tests that need it fail. */
    postgresFailure: string | undefined;
  }
}

/** Makes room for an empty board: a folder, and a database with PostgreSQL. */
async function createTestBoard() {
  const failure = inject('postgresFailure');
  if (failure !== undefined) throw new Error(failure);
  const folder = makeTemporaryFolder();
  const server = inject('postgres');
  const name = `board-${crypto.randomUUID()}`;
  if (server !== undefined) await runSql(server, `create database "${name}"`);
  return {
    dataFolder: folder.path,
    databaseURL: server === undefined ? null : new URL(name, server).href,
    remove: async (): Promise<void> => {
      folder.remove();
      if (server !== undefined) await runSql(server, `drop database "${name}" with (force)`);
    },
  };
}

/** Where a board is, as the tests give it to the operator's commands. */
export function placeOf({ databaseURL, dataFolder }: DatabaseSettings): string {
  return databaseURL ?? dataFolder;
}

/** Runs a statement in a board's database as another process does. */
export async function writeElsewhere(board: DatabaseSettings, sql: string): Promise<void> {
  const database = await openForOperator(board);
  await database.write({ sql });
  await database.close();
}

/** Makes room for a board that is removed when the test has finished. */
export async function temporaryBoard(): Promise<DatabaseSettings> {
  const { remove, ...board } = await createTestBoard();
  onTestFinished(remove);
  return board;
}

/** Opens the SQLite database in a folder until the test has finished. */
export function openTestFolder(folder = temporaryFolder()): Database {
  const database = openSQLite(folder, fail);
  onTestFinished(() => database.close());
  return database;
}

/** Opens the database of a board, of an empty one unless it is given, until the test has finished. */
export async function openTestDatabase(board?: DatabaseSettings): Promise<Database> {
  const database = await openDatabase(board ?? (await temporaryBoard()), fail);
  onTestFinished(() => database.close());
  return database;
}

function fail(error: Error): never {
  throw error;
}

/** A log, and the lines that are written to it. */
export function recordLog(given: Partial<LogOptions> = {}) {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const log: LogOptions = { level: 'warn', stream, ...given };
  return { log, lines };
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>;

/**
 * Starts a real server on a free port, over an empty board and with local accounts; what is given takes the
 * place of the usual parts. A board that is named stays when the server closes.
 */
export async function startTestServer(given: Partial<Dependencies> = {}, named?: DatabaseSettings) {
  if (named !== undefined) return startServerOver(named, given);
  const board = await createTestBoard();
  const server = await startServerOver(board, given);
  return { ...server, close: () => server.close().finally(board.remove) };
}

/** Starts a server until the test has finished. */
export async function openTestServer(
  ...given: Parameters<typeof startTestServer>
): Promise<TestServer> {
  const server = await startTestServer(...given);
  onTestFinished(server.close);
  return server;
}

async function startServerOver(board: DatabaseSettings, given: Partial<Dependencies>) {
  const port = await findFreePort('127.0.0.1');
  const origin = `http://localhost:${port}`;
  const database = await openDatabase(board, fail);
  const app = await buildApp({
    publicURL: origin,
    database,
    issuer: createLocalAccounts(origin),
    clientFolder: null,
    limits: WIDE_LIMITS,
    trustProxy: [],
    metricsAllow: ['127.0.0.0/8', '::1'],
    log: null,
    ...given,
  });
  await listen(app, 'localhost', port);
  const { publicURL = origin } = given;
  return {
    app,
    origin,
    database,
    /** Where the data is, for what another process does to it. */
    board,
    /** Someone signed out. */
    stranger: () => createVisitor(origin),
    /** Someone signed in under a name, by a session in the database; each call is another browser. */
    person: async (name: string) => {
      const email = `${encodeURIComponent(name)}@example.com`;
      const { token } = await startSession(given.database ?? database, { name, email });
      return createVisitor(origin, `${cookieName('session', publicURL)}=${token}`);
    },
    close: async (): Promise<void> => {
      await app.close();
      await database.close();
    },
  };
}

/** Starts a server until the tests of this file have finished. */
export async function serveTests(...given: Parameters<typeof startTestServer>) {
  const server = await startTestServer(...given);
  afterAll(server.close);
  return server;
}

export type RecordedStream = Awaited<ReturnType<typeof openRecordedStream>>;

/** Opens a live stream until the test has finished. */
export async function openRecordedStream(visitor: Visitor, query = '') {
  const { body } = await visitor.send(`${PATHS.live}${query}`);
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error('The stream has no body.');
  let received = '';
  let hasEnded = false;
  const read = async (): Promise<void> => {
    for (;;) {
      const { value = '', done } = await reader.read();
      received += value;
      if (done) break;
    }
    hasEnded = true;
  };
  void read();
  const close = () => reader.cancel();
  onTestFinished(close);
  await vi.waitUntil(() => received.includes('event: ready'));
  return { received: () => received, hasEnded: () => hasEnded, close };
}

/** How long (ms) a busy machine may take for what a second of the servers' intervals has begun. */
const PATIENCE_MS = 5_000;

/** Gives the intervals of the servers that start from now on to the test, for `withinASecond`. */
export function holdIntervals(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
}

/**
 * Waits until what is expected comes true after one second of the servers' intervals, which nothing but this lets
 * pass: what comes later fails on any machine, and how busy the machine is does not count.
 */
export async function withinASecond(expectation: () => void | Promise<void>): Promise<void> {
  await vi.advanceTimersByTimeAsync(1_000);
  for (const began = performance.now(); ;) {
    try {
      return await expectation();
    } catch (error) {
      if (performance.now() - began > PATIENCE_MS) throw error;
      await sleep(20);
    }
  }
}

/** Makes a folder with these files, by their paths, until the tests of this file have finished. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const { path: folder, remove } = makeTemporaryFolder();
  afterAll(remove);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Makes an empty folder, with a name as people give them, and the function that removes it. */
function makeTemporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "Ada's böard "));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Makes an empty folder that is removed when the test has finished. */
export function temporaryFolder(): string {
  const { path, remove } = makeTemporaryFolder();
  onTestFinished(remove);
  return path;
}
