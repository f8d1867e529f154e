import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { Row } from '#server/database/database.ts';
import { lineOf } from '#server/operator/board-file.ts';

/** Writes an exported board of records in the order of a file; its last line has their hash. */
export function writeExport(file: string, records: readonly Row[]): void {
  const lines = records.map(lineOf).join('');
  const sha256 = createHash('sha256').update(lines).digest('hex');
  writeFileSync(file, lines + lineOf({ kind: 'end', sha256 }));
}
