import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, onTestFinished, test } from 'vitest';
import { validateText } from '#shared/thought.ts';
import { runOperatorCommand } from '#server/testing/operator-command.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { clearOfficialEmulators, environmentOf } from '#tests/firebase/official-emulators.ts';
import { PROJECT, startEmulator } from '#tests/firestore-emulator/emulator.ts';
import { servePostgres } from '#tests/postgres/serve-postgres.ts';
import { amountOf, startTrial, type Random } from './support/trial.ts';

/** An empty place for a board: a data folder, a database's address, or a project on emulators. */
type Place = string | { project: string; emulators: NodeJS.ProcessEnv };

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const postgres = servePostgres();

test.each<[string, (() => Promise<Place>)[]]>([
  ['to PostgreSQL', [servePostgresDatabase]],
  ['to PostgreSQL, to Firebase', [servePostgresDatabase, serveFirebase]],
])('a large board goes from SQLite %s and back, and stays the same', async (way, serves) => {
  const { random, report } = startTrial('transfer');
  const thoughts = amountOf('THOUGHTS', 100_000);
  const folder = temporaryFolder();
  const file = (name: string): string => join(folder, `${name}.jsonl`);
  const between = await Promise.all(serves.map((serve) => serve()));
  const places: Place[] = [join(folder, 'first'), ...between, join(folder, 'last')];
  const isForFirebase = places.some((place) => typeof place !== 'string');
  const drawn = Readable.from(drawBoard(random, { thoughts, isForFirebase }));
  await pipeline(drawn, createWriteStream(file('drawn')));
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

/**
 * The lines of a board with that many thoughts, and for each ten of them a person and a deleted id;
 * for Firebase without versions and issuers, which have no place there, and with possible e-mails.
 */
function* drawBoard(
  random: Random,
  { thoughts, isForFirebase }: { thoughts: number; isForFirebase: boolean },
): Generator<string> {
  const others = Math.ceil(thoughts / 10);
  for (let count = 0; count < others; count += 1) {
    yield lineOf({ kind: 'deleted', textID: drawID(random), uID: drawText(random, 28) });
    yield lineOf(drawPerson(random, isForFirebase));
  }
  for (let count = 0; count < thoughts; count += 1) {
    yield lineOf({
      kind: 'thought',
      textID: drawID(random),
      uID: drawText(random, 28),
      uName: drawText(random, 100),
      text: drawThought(random),
      createdAt: random.below(2 ** 41),
      uProfile: random.chance(0.5) ? '' : `https://pictures.example/${drawID(random)}`,
      version: isForFirebase ? 1 : 1 + random.below(1_000),
    });
  }
  yield lineOf({ kind: 'end', deleted: others, person: others, thought: thoughts });
}

function drawPerson(random: Random, isForFirebase: boolean): object {
  const email = random.chance(0.2) ? null : drawEmail(random, isForFirebase);
  return {
    kind: 'person',
    uid: `${drawID(random)}${drawText(random, 8)}`,
    displayName: random.chance(0.2) ? null : drawText(random, 100),
    photoURL: random.chance(0.5) ? null : `https://pictures.example/${drawID(random)}`,
    email,
    creationTime: random.below(2 ** 41),
    lastSignInTime: random.below(2 ** 41),
    issuer: isForFirebase || random.chance(0.2) ? null : 'local-accounts',
    emailVerified: isForFirebase ? Number(email !== null) : random.below(2),
  };
}

function lineOf(record: object): string {
  return `${JSON.stringify(record)}\n`;
}

function drawID(random: Random): string {
  return Array.from({ length: 20 }, () => ALPHABET.charAt(random.below(62))).join('');
}

function drawEmail(random: Random, isForFirebase: boolean): string {
  const name = isForFirebase ? drawID(random).toLowerCase() : drawText(random, 30);
  return `${name}@example.com`;
}

function drawThought(random: Random): string {
  for (;;) {
    const text = drawText(random, 150);
    if (validateText(text) === null) return text;
  }
}

/** A text of any characters that there are, of at most so many UTF-16 units. */
function drawText(random: Random, limit: number): string {
  const units = 1 + random.below(limit);
  let text = '';
  for (;;) {
    const next = drawCharacter(random);
    if (text.length + next.length > units) return text === '' ? 'a' : text;
    text += next;
  }
}

function drawCharacter(random: Random): string {
  // Mostly what people write, and now and then anything but U+0000 and halves of a pair.
  if (random.chance(0.7)) return String.fromCodePoint(32 + random.below(95));
  const code = 1 + random.below(0x10_ff_ff);
  return code >= 0xd8_00 && code <= 0xdf_ff ? '\u{1f44d}' : String.fromCodePoint(code);
}
