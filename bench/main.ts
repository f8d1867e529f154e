import { ensureBuilt } from '#scripts/build.mjs';
import { ensureChromium } from '#scripts/chromium.mjs';
import { isMet, type Section } from './figures.ts';
import { PARTS, type Part } from './parts.ts';
import { descriptorLimit } from './process-usage.ts';
import { describeMachine, publishFigures } from './publish.ts';
import { ROUNDS, SECONDS } from './settings.ts';
import { layOut } from './table.ts';

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
    console.log(`${measured.map(layOut).join('\n\n')}\n(${name}: ${seconds} s)\n`);
    if (isPublished) publishFigures(name, measured);
    return measured;
  } catch (error) {
    // The others are still worth knowing.
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
