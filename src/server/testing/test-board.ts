import { Client } from 'pg';
import { inject } from 'vitest';
import { openBeside, type DatabaseSettings } from '#server/database/open-database.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a PostgreSQL, where the tests run with one. */
    postgres: string | undefined;
  }
}

/** Where a board of the tests has its data: a folder, and a database with PostgreSQL. */
export interface TestBoard extends DatabaseSettings {
  remove: () => Promise<void>;
}

/** Makes room for an empty board. */
export async function createTestBoard(): Promise<TestBoard> {
  const folder = makeTemporaryFolder();
  const server = inject('postgres');
  const name = `board-${crypto.randomUUID()}`;
  if (server !== undefined) await command(server, `create database "${name}"`);
  return {
    dataFolder: folder.path,
    databaseURL: server === undefined ? null : new URL(name, server).href,
    remove: async () => {
      folder.remove();
      if (server !== undefined) await command(server, `drop database "${name}" with (force)`);
    },
  };
}

/** Where a board is, as the tests give it to the operator's commands. */
export function placeOf({ databaseURL, dataFolder }: DatabaseSettings): string {
  return databaseURL ?? dataFolder;
}

/** Runs a statement in a board's database as another process does. */
export async function writeElsewhere(board: DatabaseSettings, sql: string): Promise<void> {
  const database = await openBeside(board);
  try {
    await database.write({ sql });
  } finally {
    await database.close();
  }
}

async function command(server: string, sql: string): Promise<void> {
  const client = new Client(server);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
