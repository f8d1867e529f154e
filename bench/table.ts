import { isMet, ratioOf, type Row, type Section } from './figures.ts';
import { median } from './statistics.ts';

/** What stands in the columns of a section, from its name on. */
export const COLUMNS = ['figure', 'floor', 'product', 'ratio', 'wanted', 'verdict'] as const;

const WIDTHS = [48, 27, 27, 9, 11, 9];

/** Lays a section out in lines of equal columns: medians, with their ranges over the rounds. */
export function layOut({ title, floor, rows }: Section): string {
  const [, , ...rest] = COLUMNS;
  const head = layOutLine([title, `floor: ${floor}`, ...rest]);
  return [head, '-'.repeat(head.length), ...rows.map((row) => layOutLine(cellsOf(row)))].join('\n');
}

/** The cells of a row, by `COLUMNS`. */
export function cellsOf(row: Row): string[] {
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

function layOutLine([name = '', ...cells]: readonly string[]): string {
  const padded = cells.map((cell, index) => cell.padStart(WIDTHS[index + 1] ?? 0));
  return (name.padEnd(WIDTHS[0] ?? 0) + padded.join('')).trimEnd();
}

function figure(values: readonly number[], unit: Row['unit']): string {
  if (values.length === 0) return '-';
  const range = `(${short(Math.min(...values))} to ${short(Math.max(...values))})`;
  return `${short(median(values))} ${unit} ${values.length > 1 ? range : ''}`.trim();
}

function wantedText({ wanted, unit }: Row): string {
  if (wanted === undefined) return '';
  const sign = wanted.bound === 'at least' ? '>=' : '<=';
  return `${sign} ${short(wanted.limit)} ${wanted.of === 'ratio' ? 'x' : unit}`.trim();
}

/** Three digits that count; whole numbers from a hundred on. */
function short(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}
