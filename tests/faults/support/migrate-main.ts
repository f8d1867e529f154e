import { DatabaseSync } from 'node:sqlite';
import { migrate } from '#server/database/sqlite/migrate.ts';

// Migrates the file named first; killed when SQLite asks for leave so many times as named second.
const [file = '', last = '0'] = process.argv.slice(2);
const database = new DatabaseSync(file);
let asked = 0;
database.setAuthorizer(() => {
  asked += 1;
  if (asked === Number(last)) process.kill(process.pid, 'SIGKILL');
  return 0;
});
migrate(database);
database.close();
