import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { isMet, ratioOf, type Row, type Section, median } from './figures.ts';
import { ROUNDS, SECONDS } from './rounds.ts';

/** The columns of a section after its name and the floor's. */
const COLUMNS = ['product', 'ratio', 'wanted', 'verdict'];

/** A section as a table: medians, with their ranges over the rounds. */
export function tableOf({ title, floor, rows }: Section): string {
  const lines = [[title, `floor: ${floor}`, ...COLUMNS], ...rows.map(cellsOf)];
  const widths = lines[0]?.map((_, at) =>
    Math.max(...lines.map((cells) => cells[at]?.length ?? 0)),
  );
  const padded = lines.map((cells) => cells.map((cell, at) => cell.padEnd(widths?.[at] ?? 0)));
  padded.splice(1, 0, widths?.map((width) => '-'.repeat(width)) ?? []);
  return padded.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cellsOf(row: Row): string[] {
  const ratio = ratioOf(row);
  const met = isMet(row);
  return [
    row.name,
    figure(row.floor, row.unit),
    figure(row.product, row.unit),
    ratio === null ? '-' : ratio.toFixed(2),
    wantedText(row),
    met === null ? '' : met ? 'ok' : 'MISSED',
  ];
}

function figure(values: readonly number[], unit: Row['unit']): string {
  if (values.length === 0) return '-';
  const range = `(${short(Math.min(...values))} to ${short(Math.max(...values))})`;
  return `${short(median(values))} ${unit} ${values.length > 1 ? range : ''}`.trim();
}

function wantedText({ wanted, unit }: Row): string {
  if (wanted === undefined) return '';
  const [of, sign, limit] = wanted;
  return `${sign} ${short(limit)} ${of === 'ratio' ? 'x' : unit}`.trim();
}

/** Three significant digits; whole numbers from 100 on. */
function short(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}

const DOCUMENT = join(import.meta.dirname, '../docs/performance.md');

export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  return `${cpus().length} x ${model}, Node ${process.versions.node}`;
}

/** Puts a part's figures into docs/performance.md, with when, where and at which commit they were measured. */
export function publishFigures(part: string, sections: readonly Section[]): void {
  const [begin, end] = [`<!-- figures of ${part} -->`, `<!-- end of figures of ${part} -->`];
  const document = readFileSync(DOCUMENT, 'utf8');
  const [before, rest = ''] = document.split(begin);
  const after = rest.split(end)[1];
  if (after === undefined) throw new Error(`docs/performance.md has no place for ${part}.`);
  const day = new Date().toISOString().slice(0, 10);
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const note = `Measured on ${day} at ${commit}: ${describeMachine()}; ${ROUNDS} rounds of ${SECONDS} s.`;
  const text = [note, ...sections.map(tableOf)].join('\n\n');
  writeFileSync(DOCUMENT, `${before}${begin}\n\n${text}\n\n${end}${after}`);
}
