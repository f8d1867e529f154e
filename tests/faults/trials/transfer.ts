import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { validateText } from '#shared/thought.ts';
import { runOperatorCommand } from '#server/testing/operator-command.ts';
import type { Random, Trial } from '#tests/faults/support/trial.ts';

/** An empty place for a board: a data folder, a database's address, or a project on emulators. */
export type Place = string | { project: string; emulators: NodeJS.ProcessEnv };

export interface TransferOptions {
  /** Where the board is brought, one after the other, between two boards over SQLite. */
  between: readonly Place[];
  /** For the files and those two boards. */
  folder: string;
  thoughts: number;
}

export interface TransferOutcome {
  /** Of the exports of all the boards. */
  hashes: string[];
  /** What the commands said that failed. */
  failed: string[];
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Brings a board from SQLite to other places and back, by way of files. */
export async function moveBoard(
  { random, report }: Trial,
  { between, folder, thoughts }: TransferOptions,
): Promise<TransferOutcome> {
  const file = (name: string): string => join(folder, `${name}.jsonl`);
  const places: Place[] = [join(folder, 'first'), ...between, join(folder, 'last')];
  const isForFirebase = places.some((place) => typeof place !== 'string');
  const drawn = Readable.from(drawBoard(random, { thoughts, isForFirebase }));
  await pipeline(drawn, createWriteStream(file('drawn')));
  const failed: string[] = [];
  const hashes: string[] = [];
  const times: string[] = [];
  const run = async (name: 'export' | 'import', place: Place, source: string): Promise<void> => {
    const began = performance.now();
    const { code, said } = await (typeof place === 'string'
      ? runOperatorCommand(name, place, source)
      : runOperatorCommand(
          `${name}-firebase`,
          place.emulators,
          '--project',
          place.project,
          source,
        ));
    times.push(`${name} ${((performance.now() - began) / 1_000).toFixed(1)} s`);
    if (code !== 0) failed.push(said);
  };
  let source = file('drawn');
  for (const [index, place] of places.entries()) {
    await run('import', place, source);
    source = file(`export-${index}`);
    await run('export', place, source);
    hashes.push(await hashOf(source));
  }
  report(
    `${thoughts} thoughts by way of ${places.map(nameOf).join(', ')}: ` +
      `${new Set(hashes).size} different exports of ${hashes.length}, ${failed.length} failed; ${times.join(', ')}`,
  );
  return { hashes, failed };
}

function nameOf(place: Place): string {
  if (typeof place !== 'string') return 'Firebase';
  return place.startsWith('postgres:') ? 'PostgreSQL' : 'SQLite';
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
