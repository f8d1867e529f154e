import { readDatabaseSettings } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import { openForOperator, openOrCreate } from '#server/database/open-database.ts';
import { backUp, restore } from '#server/database/sqlite/backup.ts';
import { VERSION } from '#server/version.ts';
import { exportBoard, importBoard } from './board-file.ts';
import {
  blockPerson,
  deleteFrom,
  describePerson,
  escapeUnsafe,
  exportPerson,
  lineAbout,
  listPeople,
  removePerson,
  removeThoughts,
  type ListedPerson,
} from './people.ts';
import { requireFile, runCommand, UsageError, type Command } from './run-command.ts';
import { describeCount, type MovableBoard } from './records.ts';
import { createSQLBoard } from './sql-board.ts';

await runCommand({
  '--version': { does: 'says which version this is', run: () => VERSION },
  backup: {
    takes: 'FILE',
    does: 'copies all data of a board on SQLite, also while it is served',
    run: async (args, environment) => {
      const [folder, file] = [requireFolder(environment), requireFile(args, environment)];
      await backUp(folder, file);
      return `The board in ${folder} is backed up to ${file}.`;
    },
  },
  restore: {
    takes: 'FILE',
    does: 'puts a backup in the place of a stopped board’s data',
    run: (args, environment) => {
      const [folder, file] = [requireFolder(environment), requireFile(args, environment)];
      const previous = restore(folder, file);
      const kept = previous === null ? '' : ` What was there is kept as ${previous}.`;
      return `The board of ${file} is restored to ${folder}.${kept}`;
    },
  },
  export: forBoard('writes people and thoughts as JSON lines', exportBoard),
  import: forBoard('adds what was exported', importBoard, openOrCreate),
  'people list': {
    does: 'lists people, a JSON object a line',
    run: (args, environment) => {
      if (args.length > 0) throw new UsageError();
      return withDatabase(environment, async (database) => {
        const people = await listPeople(database, Date.now());
        return people.map(lineAbout).join('\n');
      });
    },
  },
  'people sign-out': forPerson('signs one out everywhere', async (database, person) => {
    await database.write(deleteFrom('sessions', person.uid));
    return `${describePerson(person)} is signed out: ${describeCount(person.sessions, 'session')} ended.`;
  }),
  'people block': forPerson(
    'signs one out, and prevents further sign-ins',
    async (database, person) => {
      await blockPerson(database, person.uid);
      return `${describePerson(person)} is blocked: ${describeCount(person.sessions, 'session')} ended.`;
    },
  ),
  'people unblock': forPerson('lets one sign in again', async (database, person) => {
    await database.write(deleteFrom('blocked', person.uid));
    return `${describePerson(person)} may sign in again.`;
  }),
  'people export': forPerson(
    'prints one and their thoughts, a JSON object a line',
    (database, { uid }) => exportPerson(database, uid),
  ),
  'people remove': forPerson(
    'removes one, with their thoughts and sessions',
    async (database, person) => {
      const removed = await removePerson(database, person.uid);
      return `${describePerson(person)} is removed, with ${describeCount(removed, 'thought')}.`;
    },
  ),
  'thoughts remove': {
    takes: 'ID…',
    does: 'removes thoughts, whoever wrote them',
    run: (textIDs, environment) => {
      if (textIDs.length === 0) throw new UsageError();
      return withDatabase(environment, async (database) => {
        const removed = await removeThoughts(database, textIDs);
        const missing = textIDs.filter((id) => !removed.includes(id)).map(escapeUnsafe);
        const rest = missing.length === 0 ? '' : ` Not found: ${missing.join(', ')}.`;
        if (removed.length === 0) throw new Error(rest.trim());
        return `Removed: ${describeCount(removed.length, 'thought')}.${rest}`;
      });
    },
  },
});

function forBoard(
  does: string,
  run: (board: MovableBoard, file: string) => Promise<string>,
  open = openForOperator,
): Command {
  return {
    takes: 'FILE',
    does,
    run: (args, environment) => {
      const file = requireFile(args, environment);
      return withDatabase(environment, (database) => run(createSQLBoard(database), file), open);
    },
  };
}

function forPerson(
  does: string,
  run: (database: Database, person: ListedPerson) => Promise<string>,
): Command {
  return {
    takes: 'ID',
    does,
    run: ([id, ...rest], environment) => {
      if (id === undefined || rest.length > 0) throw new UsageError();
      return withDatabase(environment, async (database) => {
        const people = await listPeople(database, Date.now());
        const person = people.find(({ uid }) => uid === id);
        if (person !== undefined) return run(database, person);
        throw new Error(`There is nobody with the id ${escapeUnsafe(id)}.`);
      });
    },
  };
}

async function withDatabase(
  environment: NodeJS.ProcessEnv,
  run: (database: Database) => Promise<string>,
  open = openForOperator,
): Promise<string> {
  const database = await open(readDatabaseSettings(environment));
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
