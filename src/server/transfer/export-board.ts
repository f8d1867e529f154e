import { closeSync, existsSync, openSync, rmSync, writeFileSync } from 'node:fs';
import type { Database, Row } from '#server/database/database.ts';
import { makePrivateFile } from '#server/database/data-folder.ts';
import { renameDurably } from '#server/database/durable-file.ts';
import type { OperatorDatabase } from '#server/database/operator-database.ts';
import { keyOf, KINDS, selectNext, type Kind } from './records.ts';

/** Rows that are read at once. */
const PAGE_SIZE = 1_000;

export type Counts = Record<Kind, number>;

/**
 * Writes a board to a new file of JSON lines, as it is at one moment, also while it is served: who
 * has signed in, all thoughts, and the ids of deleted ones; no sessions. The same board is the same
 * bytes whatever its database. Rejects with a message for the operator, and then leaves no file.
 */
export async function exportBoard(database: OperatorDatabase, target: string): Promise<Counts> {
  if (existsSync(target)) throw new Error(`${target} exists already: name another file.`);
  const unfinished = `${target}.unfinished-${process.pid}`;
  makePrivateFile(unfinished);
  const file = openSync(unfinished, 'w');
  try {
    const counts = await database.snapshot((read) => writeBoard(read, file));
    renameDurably(unfinished, target);
    return counts;
  } finally {
    closeSync(file);
    rmSync(unfinished, { force: true });
  }
}

async function writeBoard(read: Database['read'], file: number): Promise<Counts> {
  const counts: Counts = { deleted: 0, person: 0, thought: 0 };
  for (const kind of KINDS) {
    let after = '';
    for (;;) {
      const [rows] = await read<[Row]>(selectNext(kind, after, PAGE_SIZE));
      const last = rows.at(-1);
      if (last === undefined) break;
      writeFileSync(file, rows.map((row) => lineOf({ kind, ...row })).join(''));
      counts[kind] += rows.length;
      after = keyOf(kind, last);
    }
  }
  writeFileSync(file, lineOf({ kind: 'end', ...counts }));
  return counts;
}

/** A line, whose columns are in an order of their own in every database. */
function lineOf({ kind, ...columns }: Row): string {
  const sorted = Object.entries(columns).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify({ kind, ...Object.fromEntries(sorted) })}\n`;
}
