import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import type { Row } from '#server/database/database.ts';
import { makePrivateFile, renameDurably, requireNewFile } from '#server/database/durable-file.ts';
import {
  BoardRecord,
  describeCounts,
  EndRecord,
  noCounts,
  totalOf,
  type Counts,
  type MovableBoard,
} from './records.ts';

/** Records that are added together, besides people. */
const BATCH_SIZE = 500;

/** Characters that no line of an exported board reaches. */
const LINE_LIMIT = 65_536;

/** Writes a board to a new file, as of one moment and without sessions: same board, same bytes. */
export async function exportBoard(
  board: Pick<MovableBoard, 'readAll' | 'count'>,
  target: string,
): Promise<Counts> {
  requireNewFile(target);
  const unfinished = `${target}.unfinished-${process.pid}`;
  makePrivateFile(unfinished);
  const file = openSync(unfinished, 'w');
  try {
    const counts = await writeBoard(board, file);
    renameDurably(unfinished, target);
    return counts;
  } finally {
    closeSync(file);
    rmSync(unfinished, { force: true });
  }
}

async function writeBoard(
  board: Pick<MovableBoard, 'readAll' | 'count'>,
  file: number,
): Promise<Counts> {
  const counts = noCounts();
  const hash = createHash('sha256');
  const tell = followProgress(await board.count(), 'There is no file of it.');
  await board.readAll((records) => {
    const lines = records.map(lineOf).join('');
    writeFileSync(file, lines);
    hash.update(lines);
    for (const { kind } of records) counts[kind] += 1;
    tell(totalOf(counts));
  });
  writeFileSync(file, lineOf({ kind: 'end', ...counts, sha256: hash.digest('hex') }));
  return counts;
}

/** A line, whose columns are in an order of their own in every database. */
export function lineOf({ kind, ...columns }: Row): string {
  const sorted = Object.entries(columns).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify({ kind, ...Object.fromEntries(sorted) })}\n`;
}

export interface Imported {
  added: Counts;
  /** What was there already, and stayed as it was. */
  known: number;
}

/** Adds an exported board to another; what is there stays. A file that is not whole adds nothing. */
export async function importBoard(
  board: Pick<MovableBoard, 'add'>,
  source: string,
): Promise<Imported> {
  const counts = await requireExport(source);
  const tell = followProgress(totalOf(counts), 'They stay, and the same command adds the rest.');
  const imported: Imported = { added: noCounts(), known: 0 };
  let batch: BoardRecord[] = [];
  const flush = async (): Promise<void> => {
    const areAdded = await board.add(batch);
    for (const [index, { kind }] of batch.entries()) {
      if (areAdded[index]) imported.added[kind] += 1;
      else imported.known += 1;
    }
    batch = [];
    tell(totalOf(imported.added) + imported.known);
  };
  for await (const { record } of recordsOf(source)) {
    if (record.kind !== 'end') batch.push(record);
    // People come all at once: two may have one e-mail.
    if (batch.length >= BATCH_SIZE && record.kind !== 'person') await flush();
  }
  await flush();
  return imported;
}

export function describeImported(file: string, { added, known }: Imported): string {
  const rest = known === 0 ? '' : ` ${known} were there already, and stayed as they were.`;
  return `From ${file} were added: ${describeCounts(added)}.${rest}`;
}

/** Reads a whole file, and resolves with what it says it holds; rejects if it was changed. */
export async function requireExport(source: string): Promise<Counts> {
  // It is read again, which a pipe can't be.
  if (statSync(source, { throwIfNoEntry: false })?.isFile() !== true) {
    throw new Error(`There is no file ${source}.`);
  }
  const hash = createHash('sha256');
  let lines = 0;
  let end: EndRecord | null = null;
  for await (const { record, line } of recordsOf(source)) {
    lines += 1;
    if (record.kind === 'end') end = record;
    else hash.update(`${line}\n`);
  }
  const found = hash.digest('hex');
  // Builds before 1.0.0 wrote no hash.
  if (end === null || lines !== totalOf(end) + 1 || (end.sha256 ?? found) !== found)
    throw new Error(`${source} is not whole, or was changed: export the board again.`);
  return end;
}

const Line = v.pipe(v.string(), v.parseJson(), v.union([BoardRecord, EndRecord]));

interface ReadLine {
  record: v.InferOutput<typeof Line>;
  line: string;
}

async function* recordsOf(source: string): AsyncGenerator<ReadLine> {
  let number = 0;
  for await (const line of linesOf(source)) {
    number += 1;
    const read = v.safeParse(Line, line);
    if (!read.success) throw new Error(`Line ${number} of ${source} is none of an exported board.`);
    yield { record: read.output, line };
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

type Progress = (done: number) => void;

const INTERVAL_MS = 250;

/** Says on a terminal how far a command is. Ctrl+C ends it between two records. */
export function followProgress(total: number | null, stopped: string): Progress {
  const began = performance.now();
  let shown = began;
  let isStopped = false;
  process.once('SIGINT', () => (isStopped = true));
  const of = total === null ? '' : ` of ${total}`;
  return (done) => {
    const now = performance.now();
    const isLast = isStopped || done === total;
    if (process.stderr.isTTY && (isLast || now - shown >= INTERVAL_MS)) {
      shown = now;
      const rate = (1_000 * done) / (now - began);
      const left = total === null ? '' : `, ${Math.ceil((total - done) / rate)} s left`;
      // Over the line before it, whose rest is cleared.
      process.stderr.write(
        `\r${done}${of} records, ${Math.round(rate)} a second${left}\u001B[K${isLast ? '\n' : ''}`,
      );
    }
    if (isStopped) throw new Error(`Stopped after ${done}${of} records. ${stopped}`);
  };
}
