import { ensureBuilt } from '#scripts/build.mjs';
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
import { describeMachine, publishFigures, tableOf } from './report.ts';
import { ROUNDS, SECONDS } from './rounds.ts';

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
};

const PUBLISH = '--publish';

const args = process.argv.slice(2);
const names = args.filter((arg) => arg !== PUBLISH);
const unknown = names.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) {
  console.error(
    `There is no ${unknown.join(', ')}. The parts are: ${Object.keys(PARTS).join(', ')}.`,
  );
  process.exit(2);
}

await ensureBuilt();
console.log(`${describeMachine()}; ${ROUNDS} rounds of ${SECONDS} s\n`);
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
