import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import { COLLECTION } from '#shared/thought.ts';

const Rows = v.array(v.object({ textID: v.string(), text: v.string() }));
export type StoredThought = v.InferOutput<typeof Rows>[number];

const FILE = 'thoughts.sqlite';

/** The thoughts in a data folder, newest first, as the lists show them. */
export function readStoredThoughts(dataFolder: string): StoredThought[] {
  return withFile(dataFolder, (file) =>
    v.parse(
      Rows,
      file
        .prepare(
          `select "textID", "text" from "${COLLECTION}" order by "createdAt" desc, "textID" desc`,
        )
        .all(),
    ),
  );
}

/** What SQLite finds wrong with the file: `ok` when nothing is. */
export function checkIntegrity(dataFolder: string): string {
  return withFile(dataFolder, (file) =>
    String(file.prepare('pragma integrity_check').get()?.['integrity_check']),
  );
}

/** Opens the file as another program would, and holds its write lock until released. */
export function lockDatabase(dataFolder: string): { release: () => void } {
  const file = new DatabaseSync(join(dataFolder, FILE));
  file.exec('begin immediate');
  return {
    release: () => {
      file.exec('rollback');
      file.close();
    },
  };
}

function withFile<Result>(dataFolder: string, read: (file: DatabaseSync) => Result): Result {
  const file = new DatabaseSync(join(dataFolder, FILE));
  try {
    return read(file);
  } finally {
    file.close();
  }
}
