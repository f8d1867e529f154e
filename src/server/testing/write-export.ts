import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';

/** Writes an exported board of records in the order of a file; its last line has their numbers and hash. */
export function writeExport(file: string, records: readonly Record<string, unknown>[]): void {
  const kinds = ['deleted', 'person', 'thought'];
  const counts = kinds.map((kind) => [kind, records.filter((one) => one['kind'] === kind).length]);
  const lines = records.map(lineOf).join('');
  const sha256 = createHash('sha256').update(lines).digest('hex');
  writeFileSync(file, lines + lineOf({ kind: 'end', ...Object.fromEntries(counts), sha256 }));
}

function lineOf({ kind, ...columns }: Record<string, unknown>): string {
  const sorted = Object.entries(columns).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify({ kind, ...Object.fromEntries(sorted) })}\n`;
}
