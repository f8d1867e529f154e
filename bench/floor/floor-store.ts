import { DatabaseSync } from 'node:sqlite';
import { PAGE_SIZE } from '#shared/limits.ts';
import { COLLECTION, timestampFromMillis } from '#shared/thought.ts';

export interface FloorStore {
  add: (textID: string, text: string) => object;
  page: (before: string | null) => { thoughts: object[]; more: boolean };
  close: () => void;
}

const COLUMNS = '"textID", "uID", "uName", "text", "createdAt", "uProfile", "version"';
const ORDER = '"createdAt" desc, "textID" desc';
/** Of the length that a local account's have. */
const AUTHOR = {
  uID: 'person-who-writes-everything-here',
  uName: 'Person 1',
  uProfile: '/local-accounts/pictures/9/P1',
};

/** Opens a database file, with SQLite's `synchronous` at `normal` or `full`. */
export function openFloorStore(file: string, synchronous: string): FloorStore {
  const database = new DatabaseSync(file);
  database.exec(`pragma journal_mode = wal; pragma synchronous = ${synchronous};
    create table if not exists floor (${COLUMNS}, primary key ("textID"));
    create table if not exists "${COLLECTION}" (${COLUMNS}, primary key ("textID"))`);
  const insert = database.prepare('insert into floor values (?, ?, ?, ?, ?, ?, 1)');
  const newest = database.prepare(
    `select ${COLUMNS} from "${COLLECTION}" order by ${ORDER} limit ${PAGE_SIZE + 1}`,
  );
  const older = database.prepare(
    `select ${COLUMNS} from "${COLLECTION}" where ("createdAt", "textID") < (?, ?)
      order by ${ORDER} limit ${PAGE_SIZE + 1}`,
  );

  return {
    add: (textID, text) => {
      const { uID, uName, uProfile } = AUTHOR;
      const millis = Date.now();
      insert.run(textID, uID, uName, text, millis, uProfile);
      const createdAt = timestampFromMillis(millis);
      return { textID, ...AUTHOR, text, createdAt, version: 1 };
    },
    page: (before) => {
      const [millis = '', textID = ''] = before?.split('.') ?? [];
      const rows = before === null ? newest.all() : older.all(Number(millis), textID);
      const thoughts = rows.slice(0, PAGE_SIZE).map(({ createdAt, ...row }) => ({
        ...row,
        createdAt: timestampFromMillis(Number(createdAt)),
      }));
      return { thoughts, more: rows.length > PAGE_SIZE };
    },
    close: () => database.close(),
  };
}
