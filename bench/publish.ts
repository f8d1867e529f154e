import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Section } from './figures.ts';
import { ROUNDS, SECONDS } from './settings.ts';
import { cellsOf, COLUMNS } from './table.ts';

const DOCUMENT = join(import.meta.dirname, '../docs/performance.md');

export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  return `${cpus().length} x ${model}, Node ${process.versions.node}`;
}

/** Puts a part's figures into docs/performance.md, with when and where they were measured. */
export function publishFigures(part: string, sections: readonly Section[]): void {
  const [begin, end] = [`<!-- figures of ${part} -->`, `<!-- end of figures of ${part} -->`];
  const document = readFileSync(DOCUMENT, 'utf8');
  const [before, rest = ''] = document.split(begin);
  const after = rest.split(end)[1];
  if (after === undefined) throw new Error(`docs/performance.md has no place for ${part}.`);
  const day = new Date().toISOString().slice(0, 10);
  const note = `Measured on ${day}: ${describeMachine()}; ${ROUNDS} rounds of ${SECONDS} s.`;
  const text = [note, ...sections.map(tableOf)].join('\n\n');
  writeFileSync(DOCUMENT, `${before}${begin}\n\n${text}\n\n${end}${after}`);
}

function tableOf({ title, floor, rows }: Section): string {
  const [, , ...rest] = COLUMNS;
  const head = [title, `floor: ${floor}`, ...rest];
  const lines = [head, head.map(() => '---'), ...rows.map(cellsOf)];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
