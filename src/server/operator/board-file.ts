import { createHash } from 'node:crypto';
import { appendFileSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import * as v from 'valibot';
import type { Row } from '#server/database/database.ts';
import { writeNewFile } from '#server/database/durable-file.ts';
import { BoardRecord, describeCount, EndRecord, type MovableBoard } from './records.ts';

const BATCH_SIZE = 500;

/** Writes a snapshot of a board, without sessions, to a new file; resolves with a message. */
export async function exportBoard(
  board: Pick<MovableBoard, 'readAll'>,
  target: string,
): Promise<string> {
  let done = 0;
  const hash = createHash('sha256');
  await writeNewFile(target, async (file) => {
    await board.readAll((records) => {
      const lines = records.map(lineOf).join('');
      appendFileSync(file, lines);
      hash.update(lines);
      done += records.length;
    });
    appendFileSync(file, lineOf({ kind: 'end', sha256: hash.digest('hex') }));
  });
  return `The board is exported to ${target}: ${describeCount(done, 'record')}.`;
}

/** A record as a line; its columns are sorted, since their order differs between databases. */
export function lineOf({ kind, ...columns }: Row): string {
  const sorted = Object.entries(columns).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const json = JSON.stringify({ kind, ...Object.fromEntries(sorted) });
  // JSON does not escape these two, which some readers take for line breaks.
  return `${json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`;
}

/** Adds an exported board, if the file is whole, to another, where existing records stay; resolves with a message. */
export async function importBoard(
  board: Pick<MovableBoard, 'add'>,
  source: string,
): Promise<string> {
  await checkFile(source);
  let [done, added] = [0, 0];
  let batch: BoardRecord[] = [];
  const flush = async (): Promise<void> => {
    added += await board.add(batch);
    done += batch.length;
    batch = [];
  };
  for await (const { record } of recordsOf(source)) {
    if (record.kind !== 'end') batch.push(record);
    // All people are added in one batch: two may have the same e-mail.
    if (batch.length >= BATCH_SIZE && record.kind !== 'person') await flush();
  }
  await flush();
  const known = done - added;
  const rest = known === 0 ? '' : ` ${known} were there already, and stayed as they were.`;
  return `Added from ${source}: ${describeCount(added, 'record')}.${rest}`;
}

/** Rejects unless a file is complete and unchanged since its export. */
async function checkFile(source: string): Promise<void> {
  // The file is read twice, which a pipe can't be.
  if (statSync(source, { throwIfNoEntry: false })?.isFile() !== true) {
    throw new Error(`There is no file ${source}.`);
  }
  const hash = createHash('sha256');
  let end: string | null = null;
  for await (const { record, line } of recordsOf(source)) {
    if (end !== null) end = 'not the end';
    else if (record.kind === 'end') end = record.sha256;
    if (record.kind !== 'end') hash.update(`${line}\n`);
  }
  if (end !== hash.digest('hex')) {
    throw new Error(`${source} is incomplete, or was changed: export the board again.`);
  }
}

const Line = v.pipe(v.string(), v.parseJson(), v.union([BoardRecord, EndRecord]));

async function* recordsOf(source: string) {
  await using file = await open(source);
  let number = 0;
  for await (const line of file.readLines()) {
    number += 1;
    const read = v.safeParse(Line, line);
    if (!read.success)
      throw new Error(`Line ${number} of ${source} is no record of an exported board.`);
    yield { record: read.output, line };
  }
}
