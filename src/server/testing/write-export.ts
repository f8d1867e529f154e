import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';

/** Writes an exported board of records in the order of a file; its last line has their hash. */
export function writeExport(file: string, records: readonly Record<string, unknown>[]): void {
  const lines = records.map(lineOf).join('');
  const sha256 = createHash('sha256').update(lines).digest('hex');
  writeFileSync(file, lines + lineOf({ kind: 'end', sha256 }));
}

function lineOf({ kind, ...columns }: Record<string, unknown>): string {
  const sorted = Object.entries(columns).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify({ kind, ...Object.fromEntries(sorted) })}\n`;
}
