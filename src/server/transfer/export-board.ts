import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import type { Row } from '#server/database/database.ts';
import { makePrivateFile } from '#server/database/data-folder.ts';
import { renameDurably, requireNewFile } from '#server/database/durable-file.ts';
import type { MovableBoard } from './movable-board.ts';
import { noCounts, type Counts } from './records.ts';

/**
 * Writes a board to a new file of JSON lines, as it is at one moment, also while it is served: who
 * has signed in, all thoughts, and the ids of deleted ones; no sessions. The same board is the same
 * bytes whatever keeps it. Rejects with a message for the operator, and then leaves no file.
 */
export async function exportBoard(
  board: Pick<MovableBoard, 'readAll'>,
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

async function writeBoard(board: Pick<MovableBoard, 'readAll'>, file: number): Promise<Counts> {
  const counts = noCounts();
  await board.readAll((records) => {
    writeFileSync(file, records.map(lineOf).join(''));
    for (const { kind } of records) counts[kind] += 1;
  });
  writeFileSync(file, lineOf({ kind: 'end', ...counts }));
  return counts;
}

/** A line, whose columns are in an order of their own in every database. */
function lineOf({ kind, ...columns }: Row): string {
  const sorted = Object.entries(columns).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify({ kind, ...Object.fromEntries(sorted) })}\n`;
}
