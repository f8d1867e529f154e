import { ensureBuilt } from '#scripts/build.mjs';
import { ensureChromium } from '#scripts/machine.ts';
import { type Section, isMet } from './figures.ts';
import { measureArrivals } from './parts/arrivals.ts';
import { measureDelivery, measureFanOut } from './parts/live.ts';
import { measureFeed } from './parts/feed.ts';
import { measureFirstLoad } from './parts/first-load.ts';
import { measureIdle, measureMemory } from './parts/idle.ts';
import { measureNodes } from './parts/nodes.ts';
import { measurePages } from './parts/pages.ts';
import { measureReturn } from './parts/return.ts';
import { measureStartUp } from './parts/start-up.ts';
import { measureWeight } from './parts/weight.ts';
import { measureWrites } from './parts/writes.ts';
import { descriptorLimit } from './process-usage.ts';
import { describeMachine, publishFigures, tableOf } from './report.ts';
import { ROUNDS, SECONDS } from './rounds.ts';

/** One measurement, selected by name. */
interface Part {
  name: string;
  /** What the part requires: the built client, or a browser as well. */
  needs?: 'build' | 'browser';
  measure: () => Promise<Section | Section[]>;
}

const PARTS: readonly Part[] = [
  { name: 'fan-out', measure: measureFanOut },
  { name: 'delivery', measure: measureDelivery },
  { name: 'memory', measure: measureMemory },
  { name: 'writes', measure: measureWrites },
  { name: 'pages', measure: measurePages },
  { name: 'nodes', measure: measureNodes },
  { name: 'start-up', measure: measureStartUp },
  { name: 'return', measure: measureReturn },
  { name: 'idle', measure: measureIdle },
  { name: 'weight', needs: 'build', measure: measureWeight },
  { name: 'first-load', needs: 'browser', measure: measureFirstLoad },
  { name: 'feed', needs: 'browser', measure: measureFeed },
  { name: 'arrivals', needs: 'browser', measure: measureArrivals },
];

const PUBLISH = '--publish';

const args = process.argv.slice(2);
const isPublished = args.includes(PUBLISH);
const wanted = chooseParts(args.filter((arg) => arg !== PUBLISH));

if (wanted.some(({ needs }) => needs === 'browser')) await ensureChromium();
if (wanted.some(({ needs }) => needs !== undefined)) await ensureBuilt();
console.log(
  `${describeMachine()}, ulimit -n ${descriptorLimit()}; ${ROUNDS} rounds of ${SECONDS} s\n`,
);
const sections: Section[] = [];
for (const part of wanted) sections.push(...(await measure(part)));
reportMissed(sections);

function chooseParts(names: readonly string[]): Part[] {
  const unknown = names.filter((name) => !PARTS.some((part) => part.name === name));
  if (unknown.length > 0) {
    const known = PARTS.map(({ name }) => name).join(', ');
    console.error(`There is no ${unknown.join(', ')}. The parts are: ${known}.`);
    process.exit(2);
  }
  return PARTS.filter(({ name }) => names.length === 0 || names.includes(name));
}

async function measure({ name, measure: run }: Part): Promise<Section[]> {
  const began = performance.now();
  try {
    const measured = [await run()].flat();
    const seconds = ((performance.now() - began) / 1_000).toFixed(0);
    console.log(`${measured.map(tableOf).join('\n\n')}\n(${name}: ${seconds} s)\n`);
    if (isPublished) publishFigures(name, measured);
    return measured;
  } catch (error) {
    // The other parts are still measured.
    console.error(`${name}: not measured.`, error);
    process.exitCode = 1;
    return [];
  }
}

function reportMissed(measured: readonly Section[]): void {
  const missed = measured.flatMap(({ title, rows }) =>
    rows.filter((row) => isMet(row) === false).map((row) => `- ${title}: ${row.name}`),
  );
  if (missed.length === 0) return;
  console.error(`Missed:\n${missed.join('\n')}`);
  process.exitCode = 1;
}
