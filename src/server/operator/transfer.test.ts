import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#shared/id.ts';
import type { Database, Row } from '#server/database/database.ts';
import {
  runOperatorCommand,
  LAST_MILLIS,
  ODD_TEXTS,
  writeExport,
} from '#tests/server/operator-command.ts';
import { insertRow, insertThought, storedThought } from '#tests/setup/samples.ts';
import {
  openTestDatabase,
  placeOf,
  temporaryBoard,
  temporaryFolder,
} from '#tests/server/test-board.ts';
import { exportBoard, importBoard } from './board-file.ts';
import type { BoardRecord } from './records.ts';
import { createSQLBoard } from './sql-board.ts';

let folder = '';

beforeEach(() => {
  folder = temporaryFolder();
});

test('a board goes from SQLite to PostgreSQL and back, and stays the same to the byte', async () => {
  const first = await openBoard(join(folder, 'first'));
  await first.write(
    ...ODD_TEXTS.flatMap((text, index) => [
      insertRow('tombstones', { textID: newId(), uID: text }),
      insertRow('users', personOf(text, index)),
      insertThought({
        text,
        uName: text,
        createdAt: index === 0 ? LAST_MILLIS : index,
        version: index === 0 ? 1e15 - 1 : 1,
      }),
    ]),
  );
  const { length } = ODD_TEXTS;
  const counts = `${3 * length} records`;
  const files = [1, 2, 3].map((step) => join(folder, `${step}.jsonl`));
  expect(await exportBoard(createSQLBoard(first), files[0] ?? '')).toContain(`: ${counts}.`);
  for (const [index, place] of [await makeDatabase(), join(folder, 'last')].entries()) {
    const next = await openBoard(place);
    expect(await importInto(next, files[index] ?? '')).toMatch(new RegExp(`: ${counts}\\.$`, 'u'));
    await exportBoard(createSQLBoard(next), files[index + 1] ?? '');
  }
  const [one, two, three] = files.map((file) => readFileSync(file, 'utf8'));
  expect(two).toBe(one);
  expect(three).toBe(one);
});

describe.each([
  ['SQLite', async () => join(folder, 'data')],
  ['PostgreSQL', makeDatabase],
])('into %s', (_name, makePlace) => {
  let place = '';
  beforeEach(async () => {
    place = await makePlace();
  });

  test('existing records stay as they are', async () => {
    const file = writeBoard(2);
    const [, , , first, second] = linesOf(file);
    const database = await openBoard(place);
    await database.write(
      insertRow('Thoughts-Data', { ...recordOf(first), text: 'edited since', version: 2 }),
      insertRow('tombstones', { textID: recordOf(second)['textID'] ?? '', uID: 'ada' }),
    );
    const { said } = await runOperatorCommand('import', place, file);
    expect(said).toMatch(/: 3 records\. 2 were there already/u);
    expect(await database.read({ sql: 'select "text" from "Thoughts-Data"' })).toEqual([
      [{ text: 'edited since' }],
    ]);
  });
});

test('an import into a folder without a board makes one, from a file named from where its caller stands', async () => {
  const file = writeBoard(2);
  const place = { DATA_DIR: join(folder, 'new'), INIT_CWD: dirname(file) };
  const { code, said } = await runOperatorCommand('import', place, basename(file));
  expect([code, said]).toEqual([0, expect.stringMatching(/: 5 records\.\n$/u)]);
  const database = await openBoard(place.DATA_DIR);
  const [rows] = await database.read({ sql: 'select * from "Thoughts-Data"' });
  expect(rows).toHaveLength(2);
});

describe('a file', () => {
  test.each<[string, (lines: string[]) => string[], RegExp]>([
    ['is cut off', (lines) => lines.slice(0, -1), /is incomplete/u],
    ['lacks a line', (lines) => lines.toSpliced(70, 1), /is incomplete/u],
    ['goes on after its end', (lines) => [...lines, lines[70] ?? ''], /is incomplete/u],
    ['has another text', change({ text: 'Not what she wrote' }), /was changed/u],
    ['has a thought that is too long', change({ text: 'x'.repeat(151) }), /^Line 71 of /u],
    ['has a name that no database takes', change({ uName: 'A\0da' }), /^Line 71 of /u],
    ['has half a character', change({ uID: '\uD83D' }), /^Line 71 of /u],
    ['has a time of no calendar', change({ createdAt: LAST_MILLIS + 1 }), /^Line 71 of /u],
    ['has a thought of white space', change({ text: ' \n\u3000' }), /^Line 71 of /u],
    ['has a column of its own', change({ color: 'red' }), /^Line 71 of /u],
  ])('that %s is refused before anything is added', async (_what, edit, sentence) => {
    const file = writeBoard(100);
    writeFileSync(
      file,
      edit(linesOf(file))
        .map((line) => `${line}\n`)
        .join(''),
    );
    await expect(importRefused(file)).rejects.toThrow(sentence);
  });

  test('with hundreds of people gives them all to the board at once, since two may have swapped addresses', async () => {
    const file = join(folder, 'people.jsonl');
    const people = Array.from({ length: 1_100 }, (_, index) => personOf(`${index}`, index));
    const thoughts = Array.from({ length: 600 }, () => storedThought());
    writeExport(file, [
      ...people.map((person) => ({ kind: 'person', ...person })),
      ...thoughts.map((thought) => ({ kind: 'thought', ...thought })),
    ]);
    const given: string[][] = [];
    const add = async (records: readonly BoardRecord[]): Promise<number> => {
      given.push(records.map(({ kind }) => kind));
      return records.length;
    };
    expect(await importBoard({ add }, file)).toContain(': 1700 records.');
    expect(given.length).toBeGreaterThan(1);
    expect(given.filter((kinds) => kinds.includes('person'))).toHaveLength(1);
  });
});

/** Makes an empty database; gives its address. */
async function makeDatabase(): Promise<string> {
  return placeOf(await temporaryBoard());
}

/** Makes the board of a folder or an address, and opens it until the test has finished. */
function openBoard(place: string): Promise<Database> {
  const databaseURL = place.startsWith('postgres:') ? place : null;
  return openTestDatabase({ databaseURL, dataFolder: place });
}

function importInto(database: Database, file: string): Promise<string> {
  return importBoard(createSQLBoard(database), file);
}

/** Imports a file that has to be refused before anything is added. */
function importRefused(file: string): Promise<string> {
  return importBoard({ add: refuseToAdd }, file);
}

async function refuseToAdd(): Promise<never> {
  throw new Error('The board was asked to add something.');
}

/** Writes a board of a deleted id, two people and thoughts, as an export does; returns the file. */
function writeBoard(thoughts: number): string {
  const file = join(folder, `board-of-${thoughts}.jsonl`);
  writeExport(file, [
    { kind: 'deleted', textID: newId(), uID: 'ada' },
    { kind: 'person', ...personOf('ada', 1) },
    { kind: 'person', ...personOf('eve', 2) },
    ...Array.from({ length: thoughts }, () => ({ kind: 'thought', ...storedThought() })),
  ]);
  return file;
}

/** A person; every second one is only an id. */
function personOf(uid: string, index: number) {
  const [displayName, email] = index % 2 === 0 ? [null, null] : [uid, uid];
  const rest = { photoURL: null, issuer: email, emailVerified: index % 2 };
  return { uid, displayName, email, ...rest, creationTime: index, lastSignInTime: LAST_MILLIS };
}

/** Changes a thought in a file of a hundred. */
function change(columns: object): (lines: string[]) => string[] {
  return (lines) => lines.with(70, JSON.stringify({ ...JSON.parse(lines[70] ?? ''), ...columns }));
}

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8').trimEnd().split('\n');
}

/** The columns of a line. */
function recordOf(line = ''): Row {
  const { kind: _kind, ...columns } = JSON.parse(line);
  return columns;
}
