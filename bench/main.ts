import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '#scripts/build.mjs';
import { isMet, median, ratioOf, ROUNDS, SECONDS, type Row, type Section } from './figures.ts';
import { measureArrivals } from './parts/arrivals.ts';
import { measureFeed } from './parts/feed.ts';
import { measureFirstLoad, measureWeight } from './parts/first-visit.ts';
import { measureHosted } from './parts/hosted.ts';
import { measureDelivery, measureFanOut, measureIdle, measureMemory } from './parts/live.ts';
import { measureNodes } from './parts/nodes.ts';
import { measurePages, measureWrites } from './parts/requests.ts';
import { measureReturn, measureStartUp } from './parts/start.ts';

const PARTS: Readonly<Record<string, () => Promise<Section | Section[]>>> = {
  'fan-out': measureFanOut,
  delivery: measureDelivery,
  memory: measureMemory,
  writes: measureWrites,
  pages: measurePages,
  nodes: measureNodes,
  'start-up': measureStartUp,
  return: measureReturn,
  idle: measureIdle,
  weight: measureWeight,
  'first-load': measureFirstLoad,
  feed: measureFeed,
  arrivals: measureArrivals,
  hosted: measureHosted,
};

const MACHINE = `${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.versions.node}`;
const PUBLISH = '--publish';
const DOCUMENT = join(import.meta.dirname, '../docs/performance.md');

const args = process.argv.slice(2);
const names = args.filter((arg) => arg !== PUBLISH);
const unknown = names.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) {
  const known = Object.keys(PARTS).join(', ');
  console.error(`There is no ${unknown.join(', ')}. The parts are: ${known}.`);
  process.exit(2);
}

// Without a listener, a signal ends the process at once, and its temporary folders remain.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
await ensureBuilt('client');
console.log(`${MACHINE}; ${ROUNDS} rounds of ${SECONDS} s\n`);
for (const [name, measure] of Object.entries(PARTS)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const began = performance.now();
  try {
    const sections = [await measure()].flat();
    const seconds = ((performance.now() - began) / 1_000).toFixed(0);
    console.log(`${sections.map(tableOf).join('\n\n')}\n(${name}: ${seconds} s)\n`);
    if (args.includes(PUBLISH)) publishFigures(name, sections);
    if (sections.some(({ rows }) => rows.some((row) => isMet(row) === false))) process.exitCode = 1;
  } catch (error) {
    // The other parts are still measured.
    console.error(`${name}: not measured.`, error);
    process.exitCode = 1;
  }
}

/** A section as a table: medians, with their ranges over the rounds. */
function tableOf({ title, floor, rows }: Section): string {
  const heads = [title, `floor: ${floor}`, 'product', 'ratio', 'wanted', 'verdict'];
  const lines = [heads, ...rows.map(cellsOf)];
  const widths = heads.map((_, at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0)));
  const rule = widths.map((width) => '-'.repeat(width));
  const padded = lines.map((cells) => cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)));
  return padded
    .toSpliced(1, 0, rule)
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function cellsOf(row: Row): string[] {
  const ratio = ratioOf(row);
  const met = isMet(row);
  return [
    row.name,
    figure(row.floor, row.unit),
    figure(row.product, row.unit),
    ratio === null ? '-' : ratio.toFixed(2),
    row.wanted ?? '',
    met === null ? '' : met ? 'ok' : 'MISSED',
  ];
}

function figure(values: readonly number[], unit: Row['unit']): string {
  if (values.length === 0) return '-';
  const range = `(${short(Math.min(...values))} to ${short(Math.max(...values))})`;
  return `${short(median(values))} ${unit} ${values.length > 1 ? range : ''}`.trim();
}

/** Three significant digits; whole numbers from 100 on. */
function short(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}

/** Puts a part's figures into docs/performance.md, with when, where and at which commit they were measured. */
function publishFigures(part: string, sections: readonly Section[]): void {
  const [begin, end] = [`<!-- figures of ${part} -->`, `<!-- end of figures of ${part} -->`];
  const document = readFileSync(DOCUMENT, 'utf8');
  const [before, rest = ''] = document.split(begin);
  const after = rest.split(end)[1];
  if (after === undefined) throw new Error(`docs/performance.md has no place for ${part}.`);
  const day = new Date().toISOString().slice(0, 10);
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const note = `Measured on ${day} at ${commit}: ${MACHINE}; ${ROUNDS} rounds of ${SECONDS} s.`;
  const text = [note, ...sections.map(tableOf)].join('\n\n');
  writeFileSync(DOCUMENT, `${before}${begin}\n\n${text}\n\n${end}${after}`);
}
