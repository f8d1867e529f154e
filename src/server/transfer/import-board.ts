import { createReadStream, statSync } from 'node:fs';
import * as v from 'valibot';
import type { MovableBoard } from './movable-board.ts';
import { BoardRecord, EndRecord, KINDS, noCounts, type Counts } from './records.ts';

/** Records that are added together, besides people. */
const BATCH_SIZE = 500;

/** Characters that no line of an exported board reaches. */
const LINE_LIMIT = 65_536;

/** What became of the records of a file. */
export interface Imported {
  added: Counts;
  /** What was there already, and stayed as it was. */
  known: number;
}

/**
 * Adds an exported board to another, also while that is served; what is there already stays as it
 * is. So an import that was interrupted is finished by another. Rejects with a message for the
 * operator, before anything is added if the file is not whole.
 */
export async function importBoard(
  board: Pick<MovableBoard, 'add'>,
  source: string,
): Promise<Imported> {
  await requireExport(source);
  const imported: Imported = { added: noCounts(), known: 0 };
  let batch: BoardRecord[] = [];
  const flush = async (): Promise<void> => {
    const areAdded = await board.add(batch);
    for (const [index, { kind }] of batch.entries()) {
      if (areAdded[index]) imported.added[kind] += 1;
      else imported.known += 1;
    }
    batch = [];
  };
  for await (const record of recordsOf(source)) {
    if (record.kind !== 'end') batch.push(record);
    // People come all at once: two may have one e-mail.
    if (batch.length >= BATCH_SIZE && record.kind !== 'person') await flush();
  }
  await flush();
  return imported;
}

/** Reads a whole file, and rejects with a message for the operator if it has not all that was exported. */
export async function requireExport(source: string): Promise<void> {
  // It is read again, which a pipe can't be.
  if (!isFile(source)) throw new Error(`There is no file ${source}.`);
  const found = noCounts();
  let end: EndRecord | null = null;
  for await (const record of recordsOf(source)) {
    if (end !== null) throw notWhole(source);
    if (record.kind === 'end') end = record;
    else found[record.kind] += 1;
  }
  if (!KINDS.every((kind) => end?.[kind] === found[kind])) throw notWhole(source);
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function notWhole(source: string): Error {
  return new Error(`${source} is not whole: export the board again.`);
}

const AnyRecord = v.union([BoardRecord, EndRecord]);

async function* recordsOf(source: string): AsyncGenerator<v.InferOutput<typeof AnyRecord>> {
  let number = 0;
  for await (const line of linesOf(source)) {
    number += 1;
    const read = v.safeParse(AnyRecord, parseJSON(line));
    if (!read.success) throw new Error(`Line ${number} of ${source} is none of an exported board.`);
    yield read.output;
  }
}

/** Not by node:readline, which ends lines also at characters that a text may have. */
async function* linesOf(source: string): AsyncGenerator<string> {
  let rest = '';
  const chunks: AsyncIterable<string> = createReadStream(source, 'utf8');
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
    if (rest.length > LINE_LIMIT) break;
  }
  if (rest !== '') yield rest;
}

function parseJSON(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
