import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newTextID } from '#shared/thought.ts';
import { createSessionStore } from '#server/auth/session-store.ts';
import { createUserStore } from '#server/auth/user-store.ts';
import { openDatabase } from '#server/database/open-database.ts';
import type { Database } from '#server/database/database.ts';
import type { Statement } from '#server/database/statement.ts';
import type { ThoughtRow } from '#server/thoughts/thought-row.ts';

const MINUTE = 60_000;
/** Rows in one write. */
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
  const database = openDatabase(folder, (error) => {
    throw error;
  });
  const signedIn = [];
  for (let index = 0; index < people; index += 1) signedIn.push(await signIn(database, index));
  const rows = Array.from({ length: thoughts }, (_, index) => thoughtRow(index));
  for (let from = 0; from < rows.length; from += CHUNK) {
    await database.write(...rows.slice(from, from + CHUNK).map(insertRow));
  }
  await database.close();
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
  return {
    uid,
    token: await createSessionStore(database, { issuer: 'local-accounts', now: Date.now }).create(
      uid,
    ),
  };
}

/** The same texts in every run: forty authors by turns, texts of one to three lines. */
function thoughtRow(index: number): ThoughtRow {
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

function insertRow({
  textID,
  uID,
  uName,
  text,
  createdAt,
  uProfile,
  version,
}: ThoughtRow): Statement {
  return {
    sql: 'insert into "Thoughts-Data" values (?, ?, ?, ?, ?, ?, ?)',
    parameters: [textID, uID, uName, text, createdAt, uProfile, version],
  };
}
