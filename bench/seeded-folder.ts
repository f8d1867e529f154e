import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COLLECTION, newTextID } from '#shared/thought.ts';
import { createSessionStore } from '#server/auth/session-store.ts';
import { createUserStore } from '#server/auth/user-store.ts';
import { openDatabase } from '#server/database/open-database.ts';
import type { Database } from '#server/database/schema.ts';
import type { NewThoughtRow } from '#server/database/thoughts-table.ts';

const MINUTE = 60_000;
/** Rows per statement: SQLite takes no more than 32,766 parameters in one. */
const CHUNK = 500;

const WORDS =
  'rain on the roof and a kettle that sings while somebody upstairs learns the cello, badly but happily'.split(
    ' ',
  );

export interface SeededFolder {
  folder: string;
  /** Signed-in people, first the one whose own thoughts are among the others'. */
  people: { uid: string; token: string }[];
}

/** Makes a data folder as a server would have left it: signed-in people and thoughts. */
export async function seedFolder(people: number, thoughts: number): Promise<SeededFolder> {
  const folder = mkdtempSync(join(tmpdir(), 'thought-cloud-bench-'));
  const { database, close } = await openDatabase(folder, (error) => {
    throw error;
  });
  const signedIn = [];
  for (let index = 0; index < people; index += 1) signedIn.push(await signIn(database, index));
  const rows = Array.from({ length: thoughts }, (_, index) => thoughtRow(index));
  for (let from = 0; from < rows.length; from += CHUNK) {
    await database
      .insertInto(COLLECTION)
      .values(rows.slice(from, from + CHUNK))
      .execute();
  }
  await close();
  return { folder, people: signedIn };
}

async function signIn(database: Database, index: number): Promise<{ uid: string; token: string }> {
  const uid = `person${index}`;
  const email = `${uid}@example.org`;
  await createUserStore(database, Date.now).signIn({
    uid,
    displayName: `Person ${index}`,
    photoURL: null,
    email,
  });
  return { uid, token: await createSessionStore(database, Date.now).create(uid) };
}

/** The same texts in every run: forty authors by turns, texts of one to three lines. */
function thoughtRow(index: number): NewThoughtRow {
  const author = index % 40;
  return {
    textID: newTextID(),
    uID: `person${author}`,
    uName: `Person ${author}`,
    text: Array.from(
      { length: 4 + (index % 15) },
      (_, word) => WORDS[(index + word) % WORDS.length],
    )
      .join(' ')
      .slice(0, 120),
    createdAt: Date.now() - (index + 1) * MINUTE,
    // Pictures of the server's own, as local accounts have them.
    uProfile: `/local-accounts/pictures/${(author * 9) % 360}/P${author}`,
    version: 1,
  };
}
