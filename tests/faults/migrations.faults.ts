import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { migrate } from '#server/database/sqlite/migrate.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { prepareFaultyMachine, type FaultyMachine } from './support/machine-faults.ts';
import { amountOf, startTrial } from './support/trial.ts';

interface Outcome {
  /** Kills that left something that is neither an old schema nor the new one. */
  between: string[];
  /** The versions that kills left. */
  left: Set<number>;
}

const FOLDER = join(import.meta.dirname, '../../src/server/database/sqlite/migrations');
const MAIN = join(import.meta.dirname, 'support/migrate-main.ts');

test('killed at any step or write, a migration leaves an old schema or the new one', () => {
  const { progress, report } = startTrial('migrations');
  const folder = temporaryFolder();
  const machine = prepareFaultyMachine(folder);
  // Every so many-th step is the last one of a migration.
  const stride = amountOf('STRIDE', 1);
  const files = readdirSync(FOLDER).toSorted();
  const schemas = [...files.keys(), files.length].map((version) =>
    schemaOf(createDatabase(':memory:', files, version)),
  );
  const outcome: Outcome = { between: [], left: new Set() };
  let kills = 0;
  for (const [version] of files.entries()) {
    for (const way of machine === null ? ['step'] : ['step', 'write']) {
      let isKilled = true;
      for (let step = 1; isKilled; step += stride) {
        const data = join(folder, `${version}-${way}-${step}`);
        mkdirSync(data);
        const file = join(data, 'thoughts.sqlite');
        createDatabase(file, files, version).close();
        isKilled =
          way === 'step' || machine === null
            ? migrateInProcess(file, step, {})
            : migrateOnMachine(file, step, { machine, data });
        if (!isKilled) break;
        kills += 1;
        check(outcome, { file, schemas, name: `from ${version} at ${way} ${step}` });
        progress(() => `${kills} kills, from version ${version} at ${way} ${step}`);
      }
    }
  }
  const { between, left } = outcome;
  report(`${kills} kills left ${left.size} versions; ${between.length} between`);
  expect(between).toEqual([]);
  expect(left.size).toBeGreaterThan(1);
});

/** Creates a database as a former program left it. */
function createDatabase(file: string, files: readonly string[], version: number): DatabaseSync {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal');
  for (const name of files.slice(0, version)) {
    database.exec(readFileSync(join(FOLDER, name), 'utf8'));
  }
  database.exec(`pragma user_version = ${version}`);
  return database;
}

/** Migrates in a process that ends at a step; says whether it was killed. */
function migrateInProcess(file: string, step: number, env: Record<string, string>): boolean {
  const { signal, status, stderr } = spawnSync(process.execPath, [MAIN, file, String(step)], {
    env,
    encoding: 'utf8',
  });
  if (signal === null && status !== 0) throw new Error(`The migration failed: ${stderr}`);
  return signal === 'SIGKILL';
}

function migrateOnMachine(
  file: string,
  write: number,
  { machine, data }: { machine: FaultyMachine; data: string },
): boolean {
  machine.set({ writeError: 'kill', every: write });
  return migrateInProcess(file, 0, { ...machine.env, DATA_DIR: data });
}

interface Killed {
  file: string;
  /** The schema of each version, by its number. */
  schemas: readonly string[];
  name: string;
}

/** Notes what is left, and that a migration goes on from it. */
function check(outcome: Outcome, { file, schemas, name }: Killed): void {
  const database = new DatabaseSync(file);
  const version = versionOf(database);
  outcome.left.add(version);
  if (schemaOf(database) !== schemas[version]) outcome.between.push(name);
  migrate(database);
  if (schemaOf(database) !== schemas.at(-1)) outcome.between.push(`${name}, and migrated again`);
  database.close();
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('pragma user_version').get()?.['user_version']);
}

function schemaOf(database: DatabaseSync): string {
  return JSON.stringify(
    database.prepare('select name, sql from sqlite_schema order by name').all(),
  );
}
