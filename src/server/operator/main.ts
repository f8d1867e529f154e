import { readDatabaseSettings } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import { openBeside } from '#server/database/open-database.ts';
import { backUp } from '#server/database/sqlite/backup.ts';
import { restore } from '#server/database/sqlite/restore.ts';
import { describeImported, exportBoard, importBoard, requireExport } from './board-file.ts';
import { VERSION } from '#server/version.ts';
import { describeCounts } from './records.ts';
import { runPeopleCommand, runThoughtsCommand } from './people-command.ts';
import { requireFile, runCommand } from './run-command.ts';
import { createSQLBoard } from './sql-board.ts';

await runCommand({
  '--version': () => VERSION,
  backup: (args, environment) => {
    const folder = requireFolder(environment);
    const file = requireFile(args);
    backUp(folder, file);
    return `The board in ${folder} is backed up to ${file}.`;
  },
  restore: (args, environment) => {
    const folder = requireFolder(environment);
    const file = requireFile(args);
    const former = restore(folder, file);
    const kept = former === null ? '' : ` What was there is kept as ${former}.`;
    return `The board of ${file} is restored to ${folder}.${kept}`;
  },
  export: (args, environment) => {
    const file = requireFile(args);
    const database = openBeside(readDatabaseSettings(environment));
    return withDatabase(database, async (opened) => {
      const counts = await exportBoard(createSQLBoard(opened), file);
      return `The board is exported to ${file}: ${describeCounts(counts)}.`;
    });
  },
  import: async (args, environment) => {
    const file = requireFile(args);
    // The wrong file makes no database.
    await requireExport(file);
    const database = openBeside(readDatabaseSettings(environment), { isMade: true });
    return withDatabase(database, async (opened) =>
      describeImported(file, await importBoard(createSQLBoard(opened), file)),
    );
  },
  people: (args, environment) => {
    const database = openBeside(readDatabaseSettings(environment));
    return withDatabase(database, (opened) => runPeopleCommand(opened, args));
  },
  thoughts: (args, environment) => {
    const database = openBeside(readDatabaseSettings(environment));
    return withDatabase(database, (opened) => runThoughtsCommand(opened, args));
  },
});

async function withDatabase(
  opening: Promise<Database>,
  run: (database: Database) => Promise<string>,
): Promise<string> {
  const database = await opening;
  try {
    return await run(database);
  } finally {
    await database.close();
  }
}

function requireFolder(environment: NodeJS.ProcessEnv): string {
  const { databaseURL, dataFolder } = readDatabaseSettings(environment);
  if (databaseURL === null) return dataFolder;
  throw new Error(
    'DATABASE_URL is set, and PostgreSQL has its own tools for this: pg_dump and pg_restore.',
  );
}
