import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ID_LENGTH } from '#shared/limits.ts';
import { COLLECTION } from '#shared/thought.ts';

const MINUTE = 60_000;
const AUTHORS = 40;
/** When the newest was posted: the same in every run. */
const NEWEST = Date.UTC(2026, 0, 1);

/** Cut at other places for each thought. */
const WORDS =
  'rain on the roof and a kettle that sings while somebody upstairs learns the cello, badly but happily';

/** Writes the same thoughts in every run to a stopped server's database; every fortieth is by `uid`. */
export function seedThoughts(folder: string, thoughts: number, uid: string): void {
  const database = new DatabaseSync(join(folder, 'thoughts.sqlite'));
  const insert = database.prepare(
    `insert into "${COLLECTION}"
      ("textID", "uID", "uName", "text", "createdAt", "uProfile", "version")
      values (?, ?, ?, ?, ?, ?, 1)`,
  );
  database.exec('pragma synchronous = off; begin');
  for (let index = 0; index < thoughts; index += 1) {
    const author = index % AUTHORS;
    insert.run(
      textIDOf(index),
      author === 0 ? uid : `person${author}`,
      `Person ${author}`,
      WORDS.slice(index % 15, 30 + (index % 70)),
      millisOf(index),
      // The server's generated pictures, as local accounts have them.
      `/local-accounts/pictures/${(author * 9) % 360}/P${author}`,
    );
  }
  database.exec('commit');
  database.close();
}

export function seededCursor(index: number): string {
  return `${millisOf(index)}.${textIDOf(index)}`;
}

function millisOf(index: number): number {
  return NEWEST - index * MINUTE;
}

function textIDOf(index: number): string {
  return String(index).padStart(ID_LENGTH, '0');
}
