import fs from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/server/test-board.ts';
import { createBoardProcess, prepareFaultyMachine } from './support/board-process.ts';
import { crashInStorms } from './support/writers.ts';
import { compareStored } from './support/stored.ts';
import { amountOf, type Random } from './support/trial.ts';

/** What was done to a file, as the recording library numbers it. */
const WRITTEN = 1;
const CUT_OFF = 2;
const SYNCED = 3;

interface Entry {
  kind: number;
  /** The position in the file that was written to, or its new length. */
  at: number;
  name: string;
  bytes: Buffer;
}

const HEAD_BYTES = 32;

test('after power cuts every acknowledged thought is there, once', async (context) => {
  const folder = temporaryFolder();
  const machine = prepareFaultyMachine(context, folder);
  const [dataFolder, previous] = [join(folder, 'data'), join(folder, 'previous')];
  const first = await createBoardProcess({ dataFolder });
  await first.start();
  await first.end('SIGTERM');
  const board = await createBoardProcess({ dataFolder, env: machine.env });
  const differences = await crashInStorms({
    name: 'power cuts',
    rounds: amountOf('CUTS', 100),
    largestStorm: 200,
    board,
    prepare: () => {
      fs.cpSync(dataFolder, previous, { recursive: true });
      machine.clearRecord();
    },
    compare: (written, random) => {
      playPowerCut(previous, machine.record, random);
      fs.rmSync(dataFolder, { recursive: true });
      fs.renameSync(previous, dataFolder);
      return compareStored(dataFolder, written);
    },
  });
  expect(differences).toEqual([]);
});

/**
 * Brings a data folder from the state at a recording's start to one that a disk may hold after a power cut
 * at its end: all that was synced, and any part of the rest, torn or not.
 */
function playPowerCut(folder: string, record: string, random: Random): void {
  const entries = readRecord(record);
  const safe = new Map<string, number>();
  entries.forEach(({ kind, name }, index) => {
    if (kind === SYNCED) safe.set(name, index);
  });
  entries.forEach((entry, index) => {
    const isSafe = index < (safe.get(entry.name) ?? -1);
    if (isSafe) apply(folder, entry);
    else if (random.chance(0.5)) apply(folder, { ...entry, bytes: torn(entry.bytes, random) });
  });
}

function torn(bytes: Buffer, random: Random): Buffer {
  return random.chance(0.3) ? bytes.subarray(0, random.below(bytes.length + 1)) : bytes;
}

function apply(folder: string, { kind, at, name, bytes }: Entry): void {
  if (kind === SYNCED) return;
  const file = fs.openSync(join(folder, name), fs.constants.O_RDWR | fs.constants.O_CREAT, 0o600);
  if (kind === CUT_OFF) fs.ftruncateSync(file, at);
  if (kind === WRITTEN) fs.writeSync(file, bytes, 0, bytes.length, at);
  fs.closeSync(file);
}

function readRecord(file: string): Entry[] {
  const record = fs.readFileSync(file);
  const entries: Entry[] = [];
  // The last entry may be incomplete, as its process was killed.
  for (let start = 0; start + HEAD_BYTES <= record.length;) {
    const number = (index: number): number => Number(record.readBigInt64LE(start + 8 * index));
    const name = start + HEAD_BYTES;
    const bytes = name + number(2);
    const end = bytes + number(3);
    if (end > record.length) break;
    entries.push({
      kind: number(0),
      at: number(1),
      name: record.toString('utf8', name, bytes),
      bytes: record.subarray(bytes, end),
    });
    start = end;
  }
  return entries;
}
