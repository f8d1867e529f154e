import { createHash } from 'node:crypto';
import { appendFileSync, createReadStream, statSync } from 'node:fs';
import * as v from 'valibot';
import type { Row } from '#server/database/database.ts';
import { writeNewFile } from '#server/database/durable-file.ts';
import { BoardRecord, describeCount, EndRecord, isAhead, type MovableBoard } from './records.ts';

const BATCH_SIZE = 500;
const AHEAD =
  'with a time later than a day from now. docs/hosting.md says how to mend the board (“Dates from the future”)';

/** Writes a snapshot of a board, without sessions, to a new file; resolves with a message. */
export async function exportBoard(
  board: Pick<MovableBoard, 'readAll'>,
  target: string,
): Promise<string> {
  let [done, ahead] = [0, 0];
  const hash = createHash('sha256');
  await writeNewFile(target, async (file) => {
    await board.readAll((records) => {
      const lines = records.map(lineOf).join('');
      appendFileSync(file, lines);
      hash.update(lines);
      done += records.length;
      ahead += records.filter(isAhead).length;
    });
    appendFileSync(file, lineOf({ kind: 'end', sha256: hash.digest('hex') }));
  });
  const warning = ahead === 0 ? '' : ` No import takes the file: ${ahead} of them ${AHEAD}.`;
  return `The board is exported to ${target}: ${describeCount(done, 'record')}.${warning}`;
}

/** A record as a line; its columns are sorted, since their order differs between databases. */
export function lineOf({ kind, ...columns }: Row): string {
  const sorted = Object.entries(columns).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const json = JSON.stringify({ kind, ...Object.fromEntries(sorted) });
  // JSON does not escape these two, which some readers take for line breaks.
  return `${json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`;
}

/** Adds an exported board to another, where existing records stay; resolves with a message. */
export async function importBoard(
  board: Pick<MovableBoard, 'add'>,
  source: string,
): Promise<string> {
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
export async function checkFile(source: string): Promise<void> {
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
  let number = 0;
  for await (const line of linesOf(source)) {
    number += 1;
    const read = v.safeParse(Line, line);
    if (!read.success)
      throw new Error(`Line ${number} of ${source} is no record of an exported board.`);
    if (isAhead(read.output)) throw new Error(`Line ${number} of ${source} is a record ${AHEAD}.`);
    yield { record: read.output, line };
  }
}

/** Characters of the longest line that is kept; no record is as long. */
const LINE_LIMIT = 65_536;

/** The lines of a file; of one that is too long only the beginning, and nothing after it. */
async function* linesOf(source: string) {
  let rest = '';
  for await (const chunk of createReadStream(source, 'utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
    if (rest.length > LINE_LIMIT) break;
  }
  if (rest !== '') yield rest;
}
