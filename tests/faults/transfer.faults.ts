import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { expect, onTestFinished, test } from 'vitest';
import { newTextID } from '#shared/thought.ts';
import { runOperatorCommand } from '#server/testing/operator-command.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { writeExport } from '#server/testing/write-export.ts';
import { clearOfficialEmulators, environmentOf } from '#tests/firebase/official-emulators.ts';
import { PROJECT, startEmulator } from '#tests/firestore-emulator/emulator.ts';
import { servePostgres } from '#tests/postgres/serve-postgres.ts';
import { amountOf, startTrial } from './support/trial.ts';

/** An empty place for a board: a data folder, a database's address, or a project on emulators. */
type Place = string | { project: string; emulators: NodeJS.ProcessEnv };

const postgres = servePostgres();

test.each<[string, (() => Promise<Place>)[]]>([
  ['to PostgreSQL', [servePostgresDatabase]],
  ['to PostgreSQL, to Firebase', [servePostgresDatabase, serveFirebase]],
])('a large board goes from SQLite %s and back, and stays the same', async (way, serves) => {
  const { report } = startTrial('transfer');
  const thoughts = amountOf('THOUGHTS', 100_000);
  const folder = temporaryFolder();
  const file = (name: string): string => join(folder, `${name}.jsonl`);
  const between = await Promise.all(serves.map((serve) => serve()));
  const places: Place[] = [join(folder, 'first'), ...between, join(folder, 'last')];
  writeExport(file('drawn'), [...recordsOfBoard(thoughts)]);
  const hashes: string[] = [];
  const times: string[] = [];
  const run = async (name: 'export' | 'import', place: Place, source: string): Promise<void> => {
    const began = performance.now();
    const { code, said } = await (typeof place === 'string'
      ? runOperatorCommand(name, place, source)
      : runOperatorCommand(
          `${name}:firebase`,
          place.emulators,
          '--project',
          place.project,
          source,
        ));
    times.push(`${name} ${((performance.now() - began) / 1_000).toFixed(1)} s`);
    expect([code, said]).toEqual([0, said]);
  };
  let source = file('drawn');
  for (const [index, place] of places.entries()) {
    await run('import', place, source);
    source = file(`export-${index}`);
    await run('export', place, source);
    hashes.push(await hashOf(source));
  }
  report(
    `${thoughts} thoughts from SQLite ${way} and back: ${new Set(hashes).size} different exports ` +
      `of ${hashes.length}; ${times.join(', ')}`,
  );
  expect(new Set(hashes).size).toBe(1);
});

function servePostgresDatabase(): Promise<Place> {
  return postgres().createDatabase();
}

/** Starts an empty Firebase that ends with the test. */
async function serveFirebase(): Promise<Place> {
  const emulator = await startEmulator();
  onTestFinished(() => emulator.stop());
  await clearOfficialEmulators(PROJECT);
  return { project: PROJECT, emulators: environmentOf(emulator) };
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Texts of several kinds of characters; which of all there are a board keeps, is tested elsewhere. */
const TEXTS = [
  'plain words',
  'two\nlines',
  'Größe',
  '午後の雨',
  '👩‍👩‍👧 at home',
  '"quoted" \\ back',
  '<b>',
];

/** A board with that many thoughts, and for each ten of them a person and a deleted id. */
function* recordsOfBoard(thoughts: number): Generator<Record<string, unknown>> {
  const others = Math.ceil(thoughts / 10);
  for (let count = 0; count < others; count += 1) {
    yield { kind: 'deleted', textID: newTextID(), uID: `person-${count}` };
    yield {
      kind: 'person',
      uid: `person-${count}`,
      displayName: count % 5 === 0 ? null : textOf(count),
      photoURL: count % 2 === 0 ? null : `https://pictures.example/${count}`,
      email: count % 3 === 0 ? null : `${count}@example.com`,
      creationTime: count,
      lastSignInTime: 2 * count,
      // Firebase has no place for others, nor for versions.
      issuer: null,
      emailVerified: count % 3 === 0 ? 0 : 1,
    };
  }
  for (let count = 0; count < thoughts; count += 1) {
    yield {
      kind: 'thought',
      textID: newTextID(),
      uID: `person-${count % others}`,
      uName: textOf(count + 1),
      text: `${textOf(count)} ${count}`,
      createdAt: 1_000 * count,
      uProfile: count % 2 === 0 ? '' : `https://pictures.example/${count}`,
      version: 1,
    };
  }
}

function textOf(count: number): string {
  return TEXTS[count % TEXTS.length] ?? '';
}
