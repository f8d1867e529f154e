import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawChart, type Line } from './chart.ts';
import type { Row, Section } from './figures.ts';
import { median } from './statistics.ts';

/** The charts that rows can go to; all of them show microseconds of processor time. */
const CHARTS = {
  readers: {
    file: 'cost-by-readers.svg',
    title: 'Server CPU for one delivery (µs), by open streams',
  },
  thoughts: {
    file: 'cost-by-thoughts.svg',
    title: 'Server CPU for one page (µs), by stored thoughts',
  },
} as const;

/** A plot that was drawn: its file in the folder, and what it shows. */
export interface Plot {
  file: string;
  title: string;
}

/** Draws the charts that these sections have rows for into a folder. */
export function writePlots(sections: readonly Section[], folder: string): Plot[] {
  const rows = sections.flatMap((section) => section.rows);
  const plots: Plot[] = [];
  for (const [chart, { file, title }] of Object.entries(CHARTS)) {
    const lines = linesOf(rows.filter(({ plot }) => plot?.chart === chart));
    if (lines.length === 0) continue;
    writeFileSync(join(folder, file), drawChart(title, lines));
    plots.push({ file, title });
  }
  return plots;
}

/** A line of the floor's medians and one of the product's for each name. */
function linesOf(rows: readonly Row[]): Line[] {
  const names = [...new Set(rows.map(({ plot }) => plot?.line ?? ''))];
  return names.flatMap((name, index) =>
    (['floor', 'product'] as const).map((side) => ({
      name: `${name}, ${side}`,
      colour: index,
      isDashed: side === 'floor',
      points: rows
        .filter(({ plot }) => plot?.line === name)
        .map((row) => ({ x: row.plot?.x ?? 0, y: median(row[side]) })),
    })),
  );
}
