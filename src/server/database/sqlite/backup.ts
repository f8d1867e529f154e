import { writeNewFile } from '#server/database/durable-file.ts';
import { openForReading } from './connection.ts';
import { requireDatabaseIn } from './data-folder.ts';
import { checkDatabase } from './migrate.ts';
import { requireFinishedRestore } from './restore.ts';

/** Writes what is committed to a new file, also while the board is served; a failure leaves no file. */
export async function backUp(folder: string, target: string): Promise<void> {
  requireFinishedRestore(folder);
  const source = requireDatabaseIn(folder);
  await writeNewFile(target, (file) => {
    using database = openForReading(source);
    // One read transaction: writers go on, and nothing of what they commit meanwhile is in the copy.
    database.prepare('vacuum into ?').run(file);
    using copy = openForReading(file);
    checkDatabase(copy, source);
  });
}
