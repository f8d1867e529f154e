import { ensureBuilt } from '#scripts/build.mjs';
import { ensureChromium } from '#scripts/chromium.mjs';
import { measureDelivery } from './delivery.ts';
import { measureFeed } from './feed.ts';
import { measureStartUp } from './start-up.ts';
import { layOut, type Section } from './table.ts';
import { measureWeight } from './weight.ts';
import { measureWrites } from './writes.ts';

await ensureChromium();
await ensureBuilt();

const MEASUREMENTS = {
  feed: measureFeed,
  delivery: measureDelivery,
  writes: measureWrites,
  'start-up': measureStartUp,
  weight: measureWeight,
};

// Named ones only, or all: `npm run bench -- writes weight`.
const wanted = process.argv.slice(2);
const sections: Section[] = [];
for (const [name, measure] of Object.entries(MEASUREMENTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const began = performance.now();
  try {
    sections.push(...[await measure()].flat());
  } catch (error) {
    // The others are still worth knowing.
    console.error(`${name}: not measured`, error);
    process.exitCode = 1;
  }
  console.log(`${name}: ${((performance.now() - began) / 1_000).toFixed(0)} s`);
}
console.log(`\n${sections.map(layOut).join('\n\n')}`);
