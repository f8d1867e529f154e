import { isMet, ratioOf, type Row, type Section } from './figures.ts';
import { median } from './statistics.ts';

const NAME_WIDTH = 48;
const FIGURE_WIDTH = 27;
const WIDTH = 11;

/** Lays a section out in lines of equal columns: medians, with their ranges over the rounds. */
export function layOut({ title, floor, rows }: Section): string {
  const head =
    title.padEnd(NAME_WIDTH) +
    [`floor: ${floor}`, 'product'].map((text) => text.padStart(FIGURE_WIDTH)).join('') +
    ['ratio', 'wanted', ''].map((text) => text.padStart(WIDTH)).join('');
  return [head.trimEnd(), '-'.repeat(head.length), ...rows.map(layOutRow)].join('\n');
}

function layOutRow(row: Row): string {
  const ratio = ratioOf(row);
  const figures = [figure(row.floor, row.unit), figure(row.product, row.unit)];
  const met = isMet(row);
  const verdict = met === null ? '' : met ? 'ok' : 'MISSED';
  return (
    row.name.padEnd(NAME_WIDTH) +
    figures.map((text) => text.padStart(FIGURE_WIDTH)).join('') +
    [ratio === null ? '-' : ratio.toFixed(2), wantedText(row), verdict]
      .map((text) => text.padStart(WIDTH))
      .join('')
  ).trimEnd();
}

function figure(values: readonly number[], unit: Row['unit']): string {
  if (values.length === 0) return '-';
  const range = `(${short(Math.min(...values))} to ${short(Math.max(...values))})`;
  return `${short(median(values))} ${unit} ${values.length > 1 ? range : ''}`.trim();
}

function wantedText({ wanted, unit }: Row): string {
  if (wanted === undefined) return '';
  const sign = wanted.bound === 'at least' ? '>=' : '<=';
  return wanted.of === 'ratio'
    ? `${sign} ${short(wanted.limit)} x`
    : `${sign} ${short(wanted.limit)} ${unit}`.trim();
}

/** Three digits that count; whole numbers from a hundred on. */
function short(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}
